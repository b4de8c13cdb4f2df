package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  @Test
  void flagsOverrideVariablesAndVariablesTheProgram() {
    Options options = new Options().name("program").instance("kept");
    options.fromEnvironment(
        Map.of("ARENA_MAX_MATCHES", "3", "ARENA_BOT_NAME", "variable", "ARENA_INSTANCE", ""));
    Settings.parse(
        options,
        List.of("--max-matches=4", "--give-up-after", "0.5", "--one-match"),
        flag -> false);
    assertEquals(4, options.maxMatches);
    assertEquals("variable", options.name);
    assertEquals("kept", options.instance);
    assertEquals(Duration.ofMillis(500), options.giveUpAfter);
    assertTrue(options.oneMatch);
    assertFalse(options.replace);
  }

  @Test
  void aWrongFlagIsNamedWithWhatWouldBeRight() {
    assertTrue(run(2, "--pace=3").contains("there is no flag --pace"));
    assertTrue(run(2, "--max-matches=x").contains("--max-matches is \"x\"; it should be a number"));
    assertTrue(
        run(2, "--max-matches=0")
            .contains("--max-matches or ARENA_MAX_MATCHES is 0; it should be at least 1"));
    assertTrue(
        run(2, "--log-level=loud")
            .contains("--log-level is \"loud\"; it should be debug, info, warning or error"));
    assertTrue(run(2, "more").contains("unexpected argument \"more\""));
    assertTrue(run(2, "--name").contains("--name needs a value"));
    assertTrue(run(2, "--tls-ca=/nowhere").contains("which cannot be read"));
    assertTrue(run(2, "--prompts").contains("--prompts needs a value"));
  }

  @Test
  void aFileWithoutPromptsIsNamed() {
    assertTrue(
        run(2, "--prompts", "/nowhere")
            .contains("--prompts is \"/nowhere\", which cannot be read: there is no such file"));
    assertTrue(
        run(2, "--prompts=pom.xml")
            .contains("--prompts is \"pom.xml\": it holds no prompts; expected the binary form"));
  }

  @Test
  void helpListsFlagsAndVariables() {
    String help = run(0, "--help");
    for (String word : List.of("--address", "ARENA_ADDRESS", "ARENA_TOKEN", "--prompts")) {
      assertTrue(help.contains(word), word);
    }
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
      assertTrue(Proxies.isNearby(address), address);
    }
    for (String address :
        List.of(
            "172.32.0.1:5757",
            "8.8.8.8:5757",
            "[2606::1]:5757",
            "127.example.org:5757",
            "dns:///arena.example.org:5757")) {
      assertFalse(Proxies.isNearby(address), address);
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
  void timesAsText() {
    assertEquals("1.250 s", Seconds.measured(Duration.ofMillis(1250)));
    assertEquals("60 s", Seconds.chosen(Duration.ofMinutes(1)));
    assertEquals("0.4 s", Seconds.chosen(Duration.ofMillis(400)));
  }
}
