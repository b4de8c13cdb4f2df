package pentathlon.sdk;

/** Texts of others for a log or a terminal. */
final class Printable {
  private Printable() {}

  /**
   * Writes escapes such as {@code \}{@code u001b} for what a terminal would obey instead of show:
   * control characters except tab and line feed, the signs that turn the direction of writing, and
   * halves of surrogates. What follows a line feed is indented, so that no text passes for a line
   * of its own.
   */
  static String of(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            sign -> {
              if (sign == '\n') {
                out.append("\n    ");
              } else if (sign != '\t' && isObeyed(sign)) {
                out.append("\\u%04x".formatted(sign));
              } else {
                out.appendCodePoint(sign);
              }
            });
    return out.toString();
  }

  private static boolean isObeyed(int sign) {
    return sign <= 0x1f
        || within(sign, 0x7f, 0x9f)
        || within(sign, 0x200e, 0x200f)
        || within(sign, 0x2028, 0x202e)
        || within(sign, 0x2066, 0x2069)
        || within(sign, 0xd800, 0xdfff);
  }

  private static boolean within(int sign, int first, int last) {
    return first <= sign && sign <= last;
  }
}
