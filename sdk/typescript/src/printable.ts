/** Texts of others for a log or a terminal. */

/**
 * What a terminal would obey instead of show: control characters except tab and
 * line feed, and the signs that turn the direction of writing.
 */
const OBEYED =
  // eslint-disable-next-line no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Returns the text with escapes such as \u001b for what a terminal would obey. What
 * follows a line feed is indented, so that no text passes for a line of its own.
 */
export function printable(text: string): string {
  const escaped = text.replace(
    OBEYED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return escaped.replaceAll("\n", "\n    ");
}
