package pentathlon.sdk;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;

/** Keeps the token of a session, so that a restarted bot goes on with it. */
final class TokenFile {
  private static final int LONGEST = 4096;
  private static final Pattern WORD = Pattern.compile("[!-~]{1," + LONGEST + "}");

  private TokenFile() {}

  /**
   * Whether the text can be a token: a word of ASCII. Anything else cannot be sent, or is, for
   * example, a key of the author.
   */
  static boolean isToken(String text) {
    return WORD.matcher(text).matches();
  }

  /**
   * Returns the token in the file; empty if there is none yet. A file that holds something else may
   * be named by mistake, and would go to the referee, and be replaced.
   */
  static String read(String path) throws IOException {
    Path place = Path.of(path);
    if (Files.notExists(place)) {
      return "";
    }
    if (Files.exists(place) && !Files.isRegularFile(place)) {
      throw new IOException("it is no file"); // A device would be replaced, too.
    }
    try (var file = new FileInputStream(path)) {
      // One byte more than the longest token with its line feed.
      String token = new String(file.readNBytes(LONGEST + 2), StandardCharsets.ISO_8859_1).strip();
      if (!token.isEmpty() && !isToken(token)) {
        throw new IOException("it holds no token");
      }
      return token;
    }
  }

  /** Replaces the file in one step, readable by its owner only. */
  static void write(Path path, String token) throws IOException {
    // A new file of mode 600 beside it: readers see the old token or the new one, never half.
    Path folder = path.toAbsolutePath().getParent();
    Path draft = Files.createTempFile(folder, "." + path.getFileName() + ".", "");
    try {
      Files.writeString(draft, token + "\n", StandardCharsets.US_ASCII);
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
