package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import pentathlon.arena.v1.ActAck;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.PlayResponse;

/** Prompts from a file. */
class ReplayTest {
  /** Chooses something else in each decision. */
  public static final class ChangingBot extends Bot {
    @Override
    public Choice act(Prompt prompt) {
      return List.of(Choice.text("H2"), Choice.index(2), Choice.index(3))
          .get(prompt.decision() - 1);
    }
  }

  private static PlayResponse.Builder played(int decision, int id) {
    return PlayResponse.newBuilder()
        .setActAck(ActAck.newBuilder().setMatchId("m").setDecision(decision).setActionId(id));
  }

  @Test
  void eachDecisionIsALine() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (PlayResponse.Builder response :
        List.of(
            FakeReferee.startMessage("m"),
            FakeReferee.promptMessage("m", 1),
            played(1, 11),
            FakeReferee.promptMessage("m", 2),
            played(2, 11),
            FakeReferee.promptMessage("m", 3),
            PlayResponse.newBuilder().setMatchEnd(MatchEnd.newBuilder().setMatchId("m")))) {
      response.build().writeDelimitedTo(file);
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Replay replay =
        Replay.of(
            new ByteArrayInputStream(file.toByteArray()),
            start -> new ChangingBot(),
            new PrintStream(said, true, StandardCharsets.UTF_8));
    assertEquals(
        "decision 1: 1 H2\ndecision 2: 2 H3 (played: 1 H2)\n"
            + "decision 3: act threw IndexOutOfBoundsException: index 3 is outside the prompt's 3"
            + " actions, which count from 0\n3 decisions, 1 as played\n",
        said.toString(StandardCharsets.UTF_8));
    assertEquals(3, replay.decisions());
    assertEquals(1, replay.same());
    assertEquals(1, replay.failed());
  }

  @Test
  void aFileThatIsCutOffIsRefused() {
    byte[] cut = {5, 'a', 'b', 'c'};
    assertThrows(
        IOException.class,
        () -> Replay.of(new ByteArrayInputStream(cut), start -> new ChangingBot(), System.out));
  }
}
