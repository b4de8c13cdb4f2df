package pentathlon.sdk;

import com.google.gson.Gson;
import com.google.gson.annotations.SerializedName;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The flags and variables of the options. The table flags.json, the same in every SDK, says all
 * about them but to which option each belongs; its kinds say what a value may be.
 */
final class Flags {
  /** A flag and its variable; the token has only a variable. */
  record Flag(
      String flag,
      String variable,
      String kind,
      String value,
      @SerializedName("default") String byDefault,
      String help,
      String right) {}

  /** A flag of earlier versions, and the command that took its place. */
  private record Gone(String flag, String variable, String instead) {
    OptionException refusal(String source) {
      return new OptionException(source + " is gone; use " + instead);
    }
  }

  private record Table(List<Flag> flags, List<Gone> gone) {}

  /** A text that somebody has set, and the flag or variable that holds it. */
  private record Given(Flag flag, String source, String text) {}

  private static final Table TABLE = readTable();
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern ADDRESS =
      Pattern.compile("(unix|ipv4|ipv6|dns):.+|(\\[[^\\]]+\\]|[^:/\\s]+):[0-9]+");
  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(1_000_000_000);
  private static final Map<String, Boolean> SWITCH =
      Map.of(
          "true", true, "1", true, "yes", true, "on", true, //
          "false", false, "0", false, "no", false, "off", false);
  private static final Map<String, Level> LEVELS =
      Map.of(
          "debug", Level.FINE, "info", Level.INFO, "warning", Level.WARNING, "error", Level.SEVERE);

  /** An empty text of these kinds stands for none. */
  private static final Set<String> MAY_BE_EMPTY = Set.of("name", "token", "certificates", "path");

  private Flags() {}

  private static Table readTable() {
    try (var file = Flags.class.getResourceAsStream("flags.json")) {
      return new Gson().fromJson(new InputStreamReader(file, StandardCharsets.UTF_8), Table.class);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Changes options by the variables and then by the flags of a command line. */
  static void apply(Options options, Map<String, String> environment, List<String> arguments) {
    Map<String, Given> given = new LinkedHashMap<>(); // By variable.
    for (Gone gone : TABLE.gone) {
      if (!environment.getOrDefault(gone.variable, "").isEmpty()) {
        throw gone.refusal(gone.variable);
      }
    }
    for (Flag flag : TABLE.flags) {
      String text = environment.getOrDefault(flag.variable, "");
      if (!text.isEmpty()) {
        given.put(flag.variable, new Given(flag, flag.variable, text));
      }
    }
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      Given next = next(rest);
      given.put(next.flag.variable, next);
    }
    given.values().forEach(one -> set(options, one.flag, parse(one.flag, one.source, one.text)));
  }

  /** Takes a flag with its value from the arguments. */
  private static Given next(Iterator<String> arguments) {
    String[] word = arguments.next().split("=", 2);
    Flag flag = named(word);
    if (word.length == 2) {
      return new Given(flag, flag.flag, word[1]);
    }
    if (flag.kind.equals("switch")) {
      return new Given(flag, flag.flag, "true");
    }
    if (!arguments.hasNext()) {
      throw new OptionException(flag.flag + " needs a value");
    }
    return new Given(flag, flag.flag, arguments.next());
  }

  private static Flag named(String[] word) {
    String name = word[0];
    if (!name.startsWith("--")) {
      throw new OptionException("unexpected argument \"" + String.join("=", word) + "\"");
    }
    for (Gone gone : TABLE.gone) {
      if (gone.flag.equals(name)) {
        throw gone.refusal(name);
      }
    }
    return TABLE.flags.stream()
        .filter(flag -> flag.flag.equals(name))
        .findFirst()
        .orElseThrow(() -> new OptionException("there is no flag " + name));
  }

  private static void set(Options options, Flag flag, Object value) {
    switch (flag.variable) {
      case "ARENA_ADDRESS" -> options.address((String) value);
      case "ARENA_TLS_CA" -> options.tlsCa((String) value);
      case "ARENA_BOT_NAME" -> options.name((String) value);
      case "ARENA_TOKEN" -> options.token((String) value);
      case "ARENA_GAMES" -> options.games(List.of((String[]) value));
      case "ARENA_MAX_MATCHES" -> options.maxMatches((int) value);
      case "ARENA_INSTANCE" -> options.instance((String) value);
      case "ARENA_ONE_MATCH" -> options.oneMatch((boolean) value);
      case "ARENA_REPLACE" -> options.replace((boolean) value);
      case "ARENA_LEAVE_WITHIN" -> options.leaveWithin((Duration) value);
      case "ARENA_TOKEN_FILE" -> options.tokenFile((String) value);
      case "ARENA_GIVE_UP_AFTER" -> options.giveUpAfter((Duration) value);
      case "ARENA_LOG_LEVEL" -> options.logLevel((Level) value);
      default -> throw new IllegalStateException("no option for " + flag.variable);
    }
  }

  /** Throws an OptionException if the program has set something wrong. */
  static void check(String variable, String value) {
    for (Flag flag : TABLE.flags) {
      if (flag.variable.equals(variable)) {
        parse(flag, "the program's " + (flag.flag.isEmpty() ? variable : flag.flag), value);
      }
    }
  }

  private static Object parse(Flag flag, String source, String text) {
    String why = "";
    try {
      Object value = valueOf(flag.kind, text);
      if (value != null) {
        return value;
      }
    } catch (NumberFormatException | CertificateException none) {
      // Said by what would be right.
    } catch (IOException error) {
      why = " (" + error.getMessage() + ")";
    }
    // The token is a secret, even if it is wrong.
    String said = flag.kind.equals("token") ? "no token" : "\"" + text + "\"";
    throw new OptionException(
        "%s is %s; it should be %s%s".formatted(source, said, flag.right, why));
  }

  /** Null for a text that is wrong. */
  private static Object valueOf(String kind, String text) throws IOException, CertificateException {
    if (text.isEmpty() && MAY_BE_EMPTY.contains(kind)) {
      return text;
    }
    return switch (kind) {
      case "address" -> ADDRESS.matcher(text).matches() ? text : null;
      case "name" -> isName(text) ? text : null;
      case "token" -> TokenFile.isToken(text) ? text : null;
      case "names" ->
          Stream.of(text.split(","))
              .map(String::strip)
              .filter(name -> !name.isEmpty())
              .toArray(String[]::new);
      case "number" -> {
        int number = Integer.parseInt(text.strip());
        yield number < 1 ? null : number;
      }
      case "seconds" -> {
        // Of a duration in nanoseconds there is no more than 292 years.
        BigDecimal seconds = new BigDecimal(text.strip()).min(MOST_SECONDS);
        yield seconds.signum() < 0 ? null : Duration.ofNanos(seconds.movePointRight(9).longValue());
      }
      case "switch" -> SWITCH.get(text.toLowerCase(Locale.ROOT));
      case "level" -> LEVELS.get(text.toLowerCase(Locale.ROOT));
      case "certificates" -> {
        // gRPC would only complain again and again that it cannot connect.
        try (var file = new FileInputStream(text)) {
          var certificates = CertificateFactory.getInstance("X.509").generateCertificates(file);
          yield certificates.isEmpty() ? null : text;
        }
      }
      case "path" -> {
        TokenFile.read(text);
        yield text;
      }
      default -> throw new IllegalStateException("no kind " + kind);
    };
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** What --help prints of the flags. */
  static String help() {
    StringBuilder help = new StringBuilder();
    for (Flag flag : TABLE.flags) {
      String start = flag.flag.isEmpty() ? "" : flag.flag + " " + flag.value;
      help.append(
          "  %-24s [%s]%n      %s (default: %s)%n"
              .formatted(start, flag.variable, flag.help, flag.byDefault));
    }
    return help.toString();
  }
}
