package pentathlon.sdk;

import java.nio.charset.StandardCharsets;

/**
 * Thrown by a factory or by {@link Bot#onStart}: the bot cannot play this match, which then ends
 * without a result. A bot may do so a few times only ({@code Limits.max_declines}): it should
 * rather say what it plays, in {@link Options#plays}.
 */
public final class Decline extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int MOST_BYTES = 200;

  /** Declines; the reason, one line of up to 200 bytes, is shown to people. */
  public Decline(String reason) {
    super(reason);
  }

  /** The reason as the referee takes it. */
  String line() {
    StringBuilder line = new StringBuilder();
    int bytes = 0;
    for (int letter : String.valueOf(getMessage()).codePoints().toArray()) {
      String text = Character.isISOControl(letter) ? " " : Character.toString(letter);
      bytes += text.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MOST_BYTES) {
        break;
      }
      line.append(text);
    }
    return line.toString();
  }
}
