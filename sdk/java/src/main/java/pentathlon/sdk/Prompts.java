package pentathlon.sdk;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.MatchStart;
import pentathlon.arena.v1.PlayResponse;

/**
 * What a seat was asked in a match, for unit tests of bots.
 *
 * @param start how the match began
 * @param messages what came then: prompts, acknowledgements, events
 * @param end how the match ended
 */
public record Prompts(MatchStart start, List<PlayResponse> messages, MatchEnd end) {
  private static final String RIGHT =
      "expected the binary form of what `arena prompts RECORD --seat N --out FILE` writes";

  /** Reads a file; throws an IOException that says why if it does not hold a whole match. */
  public static Prompts read(Path file) throws IOException {
    List<PlayResponse> messages = new ArrayList<>();
    try (InputStream stream = new BufferedInputStream(Files.newInputStream(file))) {
      PlayResponse next = PlayResponse.parseDelimitedFrom(stream);
      for (; next != null; next = PlayResponse.parseDelimitedFrom(stream)) {
        boolean known = next.getKindCase() != PlayResponse.KindCase.KIND_NOT_SET;
        if (!known || next.hasMatchStart() != messages.isEmpty()) {
          throw refusal(file, "it does not hold the prompts of one match", null);
        }
        messages.add(next);
      }
    } catch (InvalidProtocolBufferException other) {
      throw refusal(file, "it holds no prompts", other);
    }
    if (messages.isEmpty()) {
      throw refusal(file, "there is no MatchStart in it", null);
    }
    PlayResponse last = messages.get(messages.size() - 1);
    if (!last.hasMatchEnd()) {
      throw refusal(file, "it is cut off: there is no MatchEnd at its end", null);
    }
    return new Prompts(
        messages.get(0).getMatchStart(),
        List.copyOf(messages.subList(1, messages.size() - 1)),
        last.getMatchEnd());
  }

  private static IOException refusal(Path file, String why, Exception cause) {
    return new IOException("\"%s\": %s; %s".formatted(file, why, RIGHT), cause);
  }
}
