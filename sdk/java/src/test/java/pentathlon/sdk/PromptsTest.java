package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.PlayResponse;

/** Prompts from a file, and a bot that is asked without a session. */
class PromptsTest {
  private static final PlayResponse.Builder START = FakeReferee.startMessage("m");
  private static final PlayResponse.Builder END =
      PlayResponse.newBuilder().setMatchEnd(MatchEnd.newBuilder().setMatchId("m"));

  @TempDir Path folder;

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("prompts"), content);
  }

  private Path file(PlayResponse.Builder... messages) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (PlayResponse.Builder message : messages) {
      message.build().writeDelimitedTo(content);
    }
    return file(content.toByteArray());
  }

  private static String refusal(Path file) {
    return assertThrows(IOException.class, () -> Prompts.read(file)).getMessage();
  }

  /** Chooses the action at the place of the decision. */
  private static final class CountingBot extends Bot {
    @Override
    public Choice act(Prompt prompt) {
      assertTrue(prompt.isOpen());
      return Choice.index(prompt.decision() - 1).withNote(prompt.match().getGame());
    }
  }

  @Test
  void aBotIsAskedAgainWithoutASession() throws Exception {
    Prompts prompts =
        Prompts.read(
            file(
                START,
                FakeReferee.promptMessage("m", 1),
                FakeReferee.fault("m", 1),
                FakeReferee.promptMessage("m", 2),
                END));
    Bot bot = new CountingBot();
    List<Choice> chosen = new ArrayList<>();
    for (PlayResponse message : prompts.messages()) {
      if (message.getPrompt().getKind() == DecisionKind.DECISION_KIND_MUST) {
        chosen.add(bot.act(new Prompt(prompts.start(), message.getPrompt())));
      }
    }
    assertEquals(
        List.of(Choice.index(0).withNote("octrix"), Choice.index(1).withNote("octrix")), chosen);
    assertEquals(1, chosen.get(1).message().getIndex());
    assertEquals("m", prompts.end().getMatchId());
  }

  @Test
  void aFileMayBeShort() throws Exception {
    assertEquals(List.of(), Prompts.read(file(START, END)).messages());
  }

  @Test
  void aFileWithoutAWholeMatchIsRefused() throws Exception {
    assertTrue(refusal(file()).contains("there is no MatchStart in it; expected the binary form"));
    assertTrue(refusal(file(START)).contains("it is cut off: there is no MatchEnd"));
    assertTrue(refusal(file("nonsense".getBytes())).contains("prompts\": it holds no prompts"));
    String other = "it does not hold the prompts of one match";
    assertTrue(refusal(file(END)).contains(other));
    assertTrue(refusal(file(START, END, START, END)).contains(other));
    assertTrue(refusal(file(START, PlayResponse.newBuilder(), END)).contains(other));
    byte[] cut = Files.readAllBytes(file(START, END));
    assertTrue(refusal(file(java.util.Arrays.copyOf(cut, cut.length - 1))).contains("no prompts"));
    assertThrows(NoSuchFileException.class, () -> Prompts.read(folder.resolve("none")));
  }
}
