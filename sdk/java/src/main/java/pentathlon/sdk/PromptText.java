package pentathlon.sdk;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.List;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.LegalAction;

/** Writes a prompt for people, as the SDKs of other languages do. */
final class PromptText {
  private PromptText() {}

  static String of(Prompt prompt) {
    boolean may = prompt.message().getKind() == DecisionKind.DECISION_KIND_MAY;
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, match %s, seat %d, decision %d: %s"
            .formatted(
                prompt.match().getGame(),
                prompt.message().getMatchId(),
                prompt.seat(),
                prompt.decision(),
                may ? "announce or wait" : "choose an action"));
    prompt
        .timeLeft()
        .ifPresentOrElse(
            left -> lines.add("time left: " + Seconds.measured(left)),
            () -> {
              if (!may) {
                lines.add("time left: no limit");
              }
            });
    addPosition(prompt.message(), lines);
    addOffered(prompt.seat(), "choose", prompt.actions(), lines);
    addOffered(prompt.seat(), "announce", prompt.announcements(), lines);
    return String.join("\n", lines);
  }

  static String fields(MessageOrBuilder message) {
    return TextFormat.printer().shortDebugString(message);
  }

  /** The position in the words of the referee. */
  private static void addPosition(pentathlon.arena.v1.Prompt message, List<String> lines) {
    if (message.getPositionText().isEmpty()) {
      lines.add("  there is no text; the fields are: " + fields(message.getObservation()));
      return;
    }
    message
        .getPositionText()
        .lines()
        .forEach(line -> lines.add(line.isEmpty() ? "" : "  " + line));
  }

  private static void addOffered(
      int seat, String may, List<LegalAction> offered, List<String> lines) {
    if (offered.isEmpty()) {
      return;
    }
    lines.add("seat " + seat + " can " + may + ":");
    for (int index = 0; index < offered.size(); ++index) {
      LegalAction action = offered.get(index);
      String text =
          action.getText().isEmpty()
              ? "id %d, %s".formatted(action.getId(), fields(action.getAction()))
              : action.getText();
      lines.add("  " + index + ": " + text);
    }
  }
}
