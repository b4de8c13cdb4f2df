package pentathlon.sdk;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;

/** Writes lines such as "2026-01-31T18:00:00.123Z INFO text", as {@link Program#main} logs. */
public final class LineFormatter extends Formatter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * What a terminal would obey instead of show: control characters except tab and line feed, the
   * signs that turn the direction of writing, and halves of surrogates.
   */
  private static final Pattern OBEYED =
      Pattern.compile(
          "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\p{Cs}]");

  /** A formatter. */
  public LineFormatter() {}

  @Override
  public String format(LogRecord record) {
    String line =
        "%s %s %s"
            .formatted(
                TIME.format(record.getInstant()), name(record.getLevel()), formatMessage(record));
    if (record.getThrown() != null) {
      StringWriter trace = new StringWriter();
      record.getThrown().printStackTrace(new PrintWriter(trace));
      line += "\n" + trace.toString().stripTrailing();
    }
    return printable(line) + System.lineSeparator();
  }

  /**
   * Writes escapes such as {@code \}{@code u001b} for what a terminal would obey. Indents what
   * follows a line feed, so that no text of others passes for a line of its own.
   */
  static String printable(String text) {
    return OBEYED
        .matcher(text)
        .replaceAll(sign -> "\\\\u%04x".formatted((int) sign.group().charAt(0)))
        .replace("\n", "\n    ");
  }

  private static String name(Level level) {
    if (level.intValue() < Level.INFO.intValue()) {
      return "DEBUG";
    }
    if (level.intValue() < Level.WARNING.intValue()) {
      return "INFO";
    }
    return level.intValue() < Level.SEVERE.intValue() ? "WARNING" : "ERROR";
  }
}
