package pentathlon.sdk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Keeps the token of a session, so that a restarted bot goes on with it. */
final class TokenFile {
  private TokenFile() {}

  /** The token in the file; empty if there is no file yet. */
  static String read(Path path) throws IOException {
    try {
      return Files.readString(path, StandardCharsets.US_ASCII).strip();
    } catch (NoSuchFileException none) {
      return "";
    }
  }

  /** Replaces the file in one step, readable by its owner only. */
  static void write(Path path, String token) throws IOException {
    // A new file of mode 600 beside it: readers see the old token or the new one, never half.
    Path folder = path.toAbsolutePath().getParent();
    Path draft = Files.createTempFile(folder, "." + path.getFileName() + ".", "");
    try {
      Files.writeString(draft, token + "\n", StandardCharsets.US_ASCII);
      Files.move(
          draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
