package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import pentathlon.arena.v1.Act;
import pentathlon.arena.v1.MatchStart;

/** Prompts, choices and chance. */
class PromptTest {
  private static final pentathlon.arena.v1.Prompt MESSAGE =
      FakeReferee.promptMessage("m", 3).getPrompt();

  @Test
  void chanceDrawsAsInEveryLanguage() {
    Chance chance = new Chance(0);
    for (String draw :
        new String[] {"16294208416658607535", "7960286522194355700", "487617019471545679"}) {
      assertEquals(draw, Long.toUnsignedString(chance.nextLong()));
    }
    byte[] secret = new byte[16];
    for (byte i = 0; i < secret.length; ++i) {
      secret[i] = i;
    }
    MatchStart start =
        MatchStart.newBuilder().setPrivateSeed(ByteString.copyFrom(secret)).build();
    Prompt prompt =
        new Prompt(start, MESSAGE.toBuilder().setSeat(1).setDecision(7).build());
    assertEquals("18257086097028160099", Long.toUnsignedString(prompt.seed()));
    assertEquals(7, prompt.random().below(10));
    assertEquals(3, prompt.random().below(10));
    assertEquals(2, prompt.random().below(10));
    assertEquals(0, new Chance(5).below(1));
    assertThrows(IllegalArgumentException.class, () -> new Chance(5).below(0));
  }

  @Test
  void anIndexOutsideTheListIsNoChoice() {
    assertThrows(IndexOutOfBoundsException.class, () -> Choice.index(3).toAct(MESSAGE));
    assertThrows(IndexOutOfBoundsException.class, () -> Choice.index(-1).toAct(MESSAGE));
    assertThrows(IndexOutOfBoundsException.class, () -> Choice.index(0).toAnnounce(MESSAGE));
    Act act = Choice.of(MESSAGE.getActions(1)).withNote("why").toAct(MESSAGE);
    assertEquals(11, act.getId());
    assertEquals("why", act.getNote());
  }

  @Test
  void theTimeLeftIsNeverBelowZero() {
    MatchStart start = MatchStart.getDefaultInstance();
    assertEquals(Optional.empty(), new Prompt(start, MESSAGE).timeLeft());
    pentathlon.arena.v1.Prompt timed =
        MESSAGE.toBuilder()
            .setAllowanceLeft(com.google.protobuf.Duration.newBuilder().setSeconds(1))
            .build();
    long before = System.nanoTime() - Duration.ofMinutes(1).toNanos();
    Prompt late = new Prompt(start, timed, before, new CompletableFuture<>());
    assertEquals(Optional.of(Duration.ZERO), late.timeLeft());
  }

  @Test
  void aPromptAsText() {
    MatchStart start = MatchStart.newBuilder().setGame("octrix").build();
    pentathlon.arena.v1.Prompt message =
        MESSAGE.toBuilder().setPositionText("hand H1\n\ntrick -\n").build();
    assertEquals(
        "octrix, match m, seat 0, decision 3: choose an action\ntime left: no limit\n"
            + "  hand H1\n\n  trick -\nseat 0 can choose:\n  0: H1\n  1: H2\n  2: H3",
        new Prompt(start, message).toString());
    assertTrue(new Prompt(start, MESSAGE).toString().contains("the fields are"));
  }

  @Test
  void aReasonToDeclineIsOneLineOfUpTo200Bytes() {
    assertEquals("a b", new Decline("a\nb").line());
    assertEquals("ä".repeat(100), new Decline("ä".repeat(101)).line());
  }
}
