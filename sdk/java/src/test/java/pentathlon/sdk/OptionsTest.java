package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pentathlon.arena.v1.GameSupport;

/** Options, flags, pauses, the token file and the log. */
class OptionsTest {
  /** A bot that no referee ever meets. */
  public static class IdleBot extends Bot {
    @Override
    public Choice act(Prompt prompt) {
      return Choice.index(0);
    }
  }

  private static String run(int status, String... arguments) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    assertEquals(status, Program.of(IdleBot.class).status(List.of(arguments), out, out));
    return said.toString(StandardCharsets.UTF_8);
  }

  private static String refusal(Map<String, String> environment, String... arguments) {
    return assertThrows(
            OptionException.class,
            () -> Flags.apply(new Options(), environment, List.of(arguments)))
        .getMessage();
  }

  @Test
  void theTableIsThatOfAllLanguages() throws Exception {
    // An unpacked package is alone.
    Path table = Path.of("../tables/flags.json");
    assumeTrue(Files.exists(table));
    try (var copy = Options.class.getResourceAsStream("flags.json")) {
      assertArrayEquals(Files.readAllBytes(table), copy.readAllBytes());
    }
  }

  @Test
  void flagsOverrideVariablesAndVariablesTheProgram() {
    Options options = new Options().name("program").instance("kept");
    Flags.apply(
        options,
        Map.of("ARENA_MAX_MATCHES", "many", "ARENA_BOT_NAME", "variable", "ARENA_INSTANCE", ""),
        List.of("--max-matches=4", "--give-up-after", "0.5", "--one-match"));
    assertEquals(4, options.maxMatches);
    assertEquals("variable", options.name);
    assertEquals("kept", options.instance);
    assertEquals(Duration.ofMillis(500), options.giveUpAfter);
    assertTrue(options.oneMatch);
    assertFalse(options.replace);
  }

  @Test
  void everyFlagHasAnOption(@TempDir Path folder) {
    Options options = new Options();
    Map<String, String> environment =
        Map.ofEntries(
            Map.entry("ARENA_ADDRESS", "unix:/x"),
            Map.entry("ARENA_TLS_CA", ""),
            Map.entry("ARENA_BOT_NAME", "b"),
            Map.entry("ARENA_TOKEN", "t"),
            Map.entry("ARENA_GAMES", "ordo, octrix,"),
            Map.entry("ARENA_MAX_MATCHES", " 7 "),
            Map.entry("ARENA_INSTANCE", "i"),
            Map.entry("ARENA_ONE_MATCH", "Yes"),
            Map.entry("ARENA_REPLACE", "off"),
            Map.entry("ARENA_LEAVE_WITHIN", "1e99"),
            Map.entry("ARENA_TOKEN_FILE", folder.resolve("none") + ""),
            Map.entry("ARENA_GIVE_UP_AFTER", "0"),
            Map.entry("ARENA_LOG_LEVEL", "Debug"));
    Flags.apply(options, environment, List.of("--tls-ca="));
    assertEquals("unix:/x b t", options.address + " " + options.name + " " + options.token);
    assertEquals(List.of("ordo", "octrix"), options.games);
    assertEquals("7 i", options.maxMatches + " " + options.instance);
    assertTrue(options.oneMatch);
    assertFalse(options.replace);
    assertEquals(Duration.ofSeconds(1_000_000_000), options.leaveWithin);
    assertEquals(folder.resolve("none") + "", options.tokenFile);
    assertEquals(Duration.ZERO, options.giveUpAfter);
    assertEquals(Level.FINE, options.logLevel);
    options.check();
  }

  @Test
  void aWrongFlagIsNamedWithWhatWouldBeRight() {
    assertTrue(run(2, "--pace=3").contains("there is no flag --pace"));
    String number = "it should be a whole number, at least 1";
    assertTrue(run(2, "--max-matches=x").contains("--max-matches is \"x\"; " + number));
    assertTrue(run(2, "--max-matches=0").contains("--max-matches is \"0\"; " + number));
    assertEquals(
        "ARENA_LEAVE_WITHIN is \"-1\"; it should be a number of seconds, 0 or more",
        refusal(Map.of("ARENA_LEAVE_WITHIN", "-1")));
    assertTrue(
        run(2, "--log-level=loud")
            .contains("--log-level is \"loud\"; it should be debug, info, warning or error"));
    assertTrue(run(2, "more").contains("unexpected argument \"more\""));
    assertTrue(run(2, "--name").contains("--name needs a value"));
    String file = "it should be a PEM file with certificates to trust";
    assertTrue(run(2, "--tls-ca=/nowhere").contains("\"/nowhere\"; " + file + " (/nowhere (No"));
    assertTrue(run(2, "--tls-ca=pom.xml").contains("\"pom.xml\"; " + file));
    assertTrue(run(2, "--token-file=pom.xml").contains("(it holds no token)"));
    assertTrue(run(2, "--token-file=/dev/null").contains("(it is no file)"));
  }

  @Test
  void aTokenIsNeverPrinted() {
    assertEquals(
        "ARENA_TOKEN is no token; it should be one word of ASCII letters, digits and signs",
        refusal(Map.of("ARENA_TOKEN", "two words")));
    assertFalse(run(2, "--token=secret").contains("secret"));
  }

  @Test
  void flagsThatAreGoneNameTheCommand() {
    String run = " is gone; use arena run --instances N -- COMMAND";
    assertTrue(run(2, "--instances=2").contains("--instances" + run));
    assertTrue(run(2, "--instances", "2").contains("--instances" + run));
    assertEquals("ARENA_INSTANCES" + run, refusal(Map.of("ARENA_INSTANCES", "1")));
    Flags.apply(new Options(), Map.of("ARENA_INSTANCES", ""), List.of());
    String rehearse = "--prompts is gone; use arena rehearse FILE -- COMMAND";
    assertTrue(run(2, "--prompts=x").contains(rehearse));
    assertTrue(run(2, "--prompts").contains(rehearse));
  }

  @Test
  void whatTheProgramSetsIsChecked() {
    Options options = new Options().maxMatches(0);
    String wrong = assertThrows(OptionException.class, options::check).getMessage();
    assertEquals(
        "the program's --max-matches is \"0\"; it should be a whole number, at least 1", wrong);
    assertThrows(OptionException.class, new Options().giveUpAfter(Duration.ofSeconds(-1))::check);
    assertThrows(OptionException.class, new Options().keepalive(Duration.ofSeconds(9))::check);
    new Options().check();
  }

  @Test
  void helpListsFlagsAndVariables() {
    String help = run(0, "--help");
    assertTrue(help.contains("--address ADDRESS "), help);
    assertTrue(help.contains(" [ARENA_MAX_MATCHES]\n"), help);
    assertTrue(help.contains("most matches at once (default: 1)\n"), help);
    assertTrue(help.contains("[ARENA_TOKEN]"), help);
    assertFalse(help.contains("--prompts"), help);
  }

  @Test
  void onlyGamesOfPlaysAreChosen() {
    Options options = new Options().games(List.of("ordo", "chess"));
    assertEquals(List.of("ordo", "chess"), names(options));
    options.plays("ordo", "octrix");
    assertEquals(List.of("ordo"), names(options));
  }

  private static List<String> names(Options options) {
    return options.gamesPlayed().stream().map(GameSupport::getGame).toList();
  }

  @Test
  void pausesDoubleUntilTheTimeIsUp() {
    long[] now = {0};
    double[] chance = {1};
    Backoff backoff = new Backoff(Duration.ofSeconds(1), () -> now[0], () -> chance[0]);
    for (int want : new int[] {100, 200, 400, 300}) {
      assertEquals(Optional.of(Duration.ofMillis(want)), backoff.failed());
      now[0] += Duration.ofMillis(want).toNanos();
    }
    assertEquals(Optional.empty(), backoff.failed());
    backoff.reset();
    chance[0] = 0;
    assertEquals(Optional.of(Duration.ofMillis(50)), backoff.failed());
    assertEquals(Duration.ZERO, Backoff.ofRedirect(1));
    assertEquals(Duration.ofMillis(400), Backoff.ofRedirect(2));
    assertEquals(Duration.ofSeconds(5), Backoff.ofRedirect(9));
  }

  @Test
  void theTokenFileIsReplacedAsAWhole(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("token");
    assertEquals("", TokenFile.read(path.toString()));
    for (String token : List.of("one", "two")) {
      TokenFile.write(path, token);
      assertEquals(token, TokenFile.read(path.toString()));
    }
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void noProxyLeadsToPrivateAddresses() {
    for (String address :
        List.of(
            "unix:/run/referee",
            "localhost:5757",
            "referee:5757",
            "127.0.0.1:5757",
            "172.31.0.1:5757",
            "[::1]:5757",
            "[fd00::1]:5757",
            "ipv4:127.0.0.1:5757,127.0.0.1:5758")) {
      assertTrue(Dialer.isNearby(address), address);
    }
    for (String address :
        List.of(
            "172.32.0.1:5757",
            "8.8.8.8:5757",
            "[2606::1]:5757",
            "127.example.org:5757",
            "dns:///arena.example.org:5757")) {
      assertFalse(Dialer.isNearby(address), address);
    }
  }

  @Test
  void aLineOfTheLog() {
    LogRecord record = new LogRecord(Level.WARNING, "text {0}");
    record.setInstant(Instant.parse("2026-01-31T18:00:00.123Z"));
    assertEquals("2026-01-31T18:00:00.123Z WARNING text {0}\n", new LineFormatter().format(record));
    record.setLevel(Level.SEVERE);
    record.setInstant(Instant.now());
    assertTrue(new LineFormatter().format(record).contains(" ERROR text"));
  }

  @Test
  void aTerminalObeysNothingOfALine() {
    assertEquals(
        "\\u001b[1m\t\\u009b\\u200e\\u202e\\u2066\\ud800x\\udc00\n    \\u000d\uD83C\uDCA1$1",
        LineFormatter.printable(
            "\u001b[1m\t\u009b\u200e\u202e\u2066\uD800x\uDC00\n\r\uD83C\uDCA1$1"));
  }

  @Test
  void timesAsText() {
    assertEquals("1.250 s", Seconds.measured(Duration.ofMillis(1250)));
    assertEquals("60 s", Seconds.chosen(Duration.ofMinutes(1)));
    assertEquals("0.4 s", Seconds.chosen(Duration.ofMillis(400)));
  }
}
