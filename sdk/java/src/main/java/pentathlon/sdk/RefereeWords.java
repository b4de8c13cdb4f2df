package pentathlon.sdk;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import pentathlon.arena.v1.ActAck;
import pentathlon.arena.v1.FaultKind;

/**
 * What the referee says, in the words of this SDK. The referee's messages go to bots of every
 * language and name fields of the protocol; an author of a Java bot has flags and options instead.
 */
final class RefereeWords {
  private static final Map<String, String> OPTIONS =
      Map.of(
          "name", "--name",
          "version", "Options.version",
          "max_matches", "--max-matches",
          "resume_token", "--token-file",
          "instance", "--instance",
          "one_match", "--one-match",
          "plays", "Options.plays",
          "replace", "--replace");
  private static final Pattern FIELD = Pattern.compile("\\bhello\\.([a-z_]+)");

  private RefereeWords() {}

  /** Names the option of the SDK for each field of the hello. */
  static String inOptions(String message) {
    return FIELD
        .matcher(message)
        .replaceAll(field -> OPTIONS.getOrDefault(field.group(1), field.group()));
  }

  /** Says why there is no connection, where gRPC words it for experts. */
  static String plainReason(String details) {
    for (String words : new String[] {"Unable to resolve host", "UnknownHost"}) {
      if (details.contains(words)) {
        return "this host name is not known";
      }
    }
    return details;
  }

  /**
   * "late" of FAULT_KIND_LATE, as it stands in results; the number of a kind that only a newer
   * referee knows.
   */
  static String faultWord(ActAck ack) {
    if (ack.getFault() == FaultKind.UNRECOGNIZED) {
      return "of kind " + ack.getFaultValue();
    }
    return ack.getFault()
        .name()
        .replaceFirst("^FAULT_KIND_", "")
        .toLowerCase(Locale.ROOT)
        .replace('_', '-');
  }

  /** The referee's words of a fault without its name in front. */
  static String faultWords(ActAck ack) {
    String name = faultWord(ack) + ": ";
    String message = ack.getMessage();
    return message.startsWith(name) ? message.substring(name.length()) : message;
  }
}
