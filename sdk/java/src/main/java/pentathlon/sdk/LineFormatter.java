package pentathlon.sdk;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Writes lines such as "2026-01-31T18:00:00.123Z INFO text", as {@link Program#main} logs. */
public final class LineFormatter extends Formatter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

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
    return Printable.of(line) + System.lineSeparator();
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
