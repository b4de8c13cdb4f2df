package pentathlon.sdk;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.logging.Level;

/** The flags and variables of the options. */
final class Settings {
  /** What a flag or variable that is wrong should be; it becomes an OptionException. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;

    Wrong(String right) {
      super(right);
    }
  }

  private interface Parser<T> {
    T parse(String text) throws Wrong;
  }

  /** An option that has a flag, a variable, or both. */
  private record Setting(
      String flag,
      String variable,
      String meaning,
      String byDefault,
      boolean isSwitch,
      BiConsumer<Options, String> set) {}

  private static final Map<String, Level> LEVELS =
      Map.of(
          "debug", Level.FINE, "info", Level.INFO, "warning", Level.WARNING, "error", Level.SEVERE);

  private static final List<Setting> ALL = new ArrayList<>();

  static {
    add(
        "address",
        "ARENA_ADDRESS",
        "the referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT",
        "127.0.0.1:5757",
        text -> text,
        Options::address);
    add(
        "tls-ca",
        "ARENA_TLS_CA",
        "PEM file with certificates to trust",
        "no TLS",
        text -> text,
        Options::tlsCa);
    add(
        "name",
        "ARENA_BOT_NAME",
        "the bot's public name",
        "the name of the bot's class",
        text -> text,
        Options::name);
    add("", "ARENA_TOKEN", "proves the bot's identity", "none", text -> text, Options::token);
    add(
        "games",
        "ARENA_GAMES",
        "games to play, separated by commas",
        "all that the bot plays",
        Settings::names,
        Options::games);
    add(
        "max-matches",
        "ARENA_MAX_MATCHES",
        "most matches at once",
        "1",
        Settings::number,
        Options::maxMatches);
    add(
        "instance",
        "ARENA_INSTANCE",
        "name of this process among those of the bot",
        "none",
        text -> text,
        Options::instance);
    add(
        "one-match",
        "ARENA_ONE_MATCH",
        "play one match, then end",
        "off",
        Settings::truth,
        Options::oneMatch);
    add(
        "instances",
        "ARENA_INSTANCES",
        "number of processes to run; with --one-match each is replaced when it ends",
        "1",
        Settings::number,
        Options::instances);
    add(
        "replace",
        "ARENA_REPLACE",
        "take the place of the connected process of this name",
        "off",
        Settings::truth,
        Options::replace);
    add(
        "leave-within",
        "ARENA_LEAVE_WITHIN",
        "seconds that matches may take to end after SIGTERM or SIGINT",
        "600",
        Settings::seconds,
        Options::leaveWithin);
    add(
        "token-file",
        "ARENA_TOKEN_FILE",
        "file that keeps the session",
        "none",
        text -> text,
        Options::tokenFile);
    add(
        "give-up-after",
        "ARENA_GIVE_UP_AFTER",
        "seconds without a connection after which to give up",
        "60",
        Settings::seconds,
        Options::giveUpAfter);
    add(
        "log-level",
        "ARENA_LOG_LEVEL",
        "what to log to stderr: debug, info, warning or error",
        "info",
        Settings::level,
        Options::logLevel);
  }

  private Settings() {}

  private static <T> void add(
      String flag,
      String variable,
      String meaning,
      String byDefault,
      Parser<T> parser,
      BiConsumer<Options, T> set) {
    ALL.add(
        new Setting(
            flag,
            variable,
            meaning,
            byDefault,
            byDefault.equals("off"),
            (options, text) -> {
              try {
                set.accept(options, parser.parse(text));
              } catch (Wrong wrong) {
                throw new OptionException(
                    "is \"%s\"; it should be %s".formatted(text, wrong.getMessage()));
              }
            }));
  }

  /** Changes options by the variables that are set. */
  static void apply(Options options, Map<String, String> environment) {
    for (Setting setting : ALL) {
      String text = environment.getOrDefault(setting.variable, "");
      if (!text.isEmpty()) {
        set(options, setting, setting.variable, text);
      }
    }
  }

  private static void set(Options options, Setting setting, String source, String text) {
    try {
      setting.set.accept(options, text);
    } catch (OptionException wrong) {
      throw new OptionException(source + " " + wrong.getMessage());
    }
  }

  /**
   * Changes options by the flags of a command line. What is no flag of a bot goes to `other`, which
   * gets the name and, if the argument has one, the value, and tells whether it knows the flag.
   */
  static void parse(Options options, List<String> arguments, Function<String, Boolean> other) {
    Map<String, Setting> byFlag = new LinkedHashMap<>();
    ALL.forEach(setting -> byFlag.put("--" + setting.flag, setting));
    byFlag.remove("--");
    for (int i = 0; i < arguments.size(); ++i) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String flag = equals < 0 ? argument : argument.substring(0, equals);
      Setting setting = byFlag.get(flag);
      if (setting == null) {
        if (!flag.startsWith("--")) {
          throw new OptionException("unexpected argument \"" + argument + "\"");
        }
        // As one argument, whichever way it was written.
        boolean separate = equals < 0 && i + 1 < arguments.size();
        if (!other.apply(separate ? argument + "=" + arguments.get(i + 1) : argument)) {
          throw new OptionException("there is no flag " + flag);
        }
        i += separate ? 1 : 0;
      } else if (equals >= 0) {
        set(options, setting, flag, argument.substring(equals + 1));
      } else if (setting.isSwitch) {
        set(options, setting, flag, "true");
      } else if (i + 1 < arguments.size()) {
        set(options, setting, flag, arguments.get(++i));
      } else {
        throw new OptionException(flag + " needs a value");
      }
    }
  }

  /** What --help prints of the flags. */
  static String help() {
    StringBuilder help = new StringBuilder();
    for (Setting setting : ALL) {
      String flag = setting.flag.isEmpty() ? "" : "--" + setting.flag;
      help.append(
          "  %-24s %s%n%27s[%s, default: %s]%n"
              .formatted(
                  flag.isEmpty() || setting.isSwitch ? flag : flag + " VALUE",
                  setting.meaning,
                  "",
                  setting.variable,
                  setting.byDefault));
    }
    return help.toString();
  }

  private static List<String> names(String text) {
    List<String> names = new ArrayList<>();
    for (String name : text.split(",")) {
      if (!name.isBlank()) {
        names.add(name.strip());
      }
    }
    return names;
  }

  private static int number(String text) throws Wrong {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException none) {
      throw new Wrong("a number");
    }
  }

  private static Duration seconds(String text) throws Wrong {
    try {
      // Of a duration in nanoseconds there is no more than 292 years.
      BigDecimal most = BigDecimal.valueOf(1_000_000_000);
      BigDecimal seconds = new BigDecimal(text.strip()).min(most).max(most.negate());
      return Duration.ofNanos(seconds.movePointRight(9).longValue());
    } catch (NumberFormatException none) {
      throw new Wrong("a number");
    }
  }

  private static boolean truth(String text) throws Wrong {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "1", "true", "yes", "on" -> true;
      case "0", "false", "no", "off" -> false;
      default -> throw new Wrong("true or false");
    };
  }

  private static Level level(String text) throws Wrong {
    Level level = LEVELS.get(text.toLowerCase(Locale.ROOT));
    if (level == null) {
      throw new Wrong("debug, info, warning or error");
    }
    return level;
  }
}
