package pentathlon.sdk;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import pentathlon.arena.v1.ActAck;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.PlayRequest;
import pentathlon.arena.v1.PlayResponse;

/** Hands the prompts of a match to a bot, to debug one decision without a referee. */
public final class Replay {
  private static final String RIGHT =
      "expected the binary form of what `arena prompts RECORD --seat N --out FILE` writes";

  /** A connection to nobody. */
  private static final Link NONE =
      new Link() {
        @Override
        public long stream() {
          return 0;
        }

        @Override
        public long send(PlayRequest request) {
          return 0;
        }

        @Override
        public void leave() {}
      };

  private final BotFactory factory;
  private final PrintStream out;
  private Seat seat;
  private Bot bot;
  private int decisions;
  private int same;
  private int failed;
  // The decision that waits for the ActAck of what was played, and the bot's choice.
  private Prompt asked;
  private String chosen = "";

  private Replay(BotFactory factory, PrintStream out) {
    this.factory = factory;
    this.out = out;
  }

  /** Reads a MatchStart, what came after it, and the MatchEnd. */
  private static List<PlayResponse> read(InputStream prompts) throws IOException {
    List<PlayResponse> responses = new ArrayList<>();
    for (PlayResponse next = next(prompts); next != null; next = next(prompts)) {
      boolean right = next.getKindCase() != PlayResponse.KindCase.KIND_NOT_SET;
      if (!right || next.hasMatchStart() != responses.isEmpty()) {
        throw new IOException("it does not hold the prompts of one match; " + RIGHT);
      }
      responses.add(next);
    }
    if (responses.isEmpty()) {
      throw new IOException("there is no MatchStart in it; " + RIGHT);
    }
    if (!responses.get(responses.size() - 1).hasMatchEnd()) {
      throw new IOException("it is cut off: there is no MatchEnd at its end; " + RIGHT);
    }
    return responses;
  }

  /**
   * Plays the prompts and prints a line for each decision.
   *
   * @param prompts what {@code arena prompts RECORD --seat N --out FILE} writes
   * @param factory makes the bot
   * @param out gets the lines
   * @return how many decisions there were, and so on
   * @throws IOException if this is no such file
   */
  public static Replay of(InputStream prompts, BotFactory factory, PrintStream out)
      throws IOException {
    Replay replay = new Replay(factory, out);
    for (PlayResponse response : read(prompts)) {
      replay.take(response);
    }
    replay.finish(null);
    out.printf("%d decisions, %d as played%n", replay.decisions, replay.same);
    return replay;
  }

  /** Null at the end of the file. */
  private static PlayResponse next(InputStream prompts) throws IOException {
    try {
      return PlayResponse.parseDelimitedFrom(prompts);
    } catch (InvalidProtocolBufferException other) {
      throw new IOException("it holds no prompts; " + RIGHT, other);
    }
  }

  /**
   * The decisions that the bot was asked for.
   *
   * @return their number
   */
  public int decisions() {
    return decisions;
  }

  /**
   * The decisions that the bot made as in the match.
   *
   * @return their number
   */
  public int same() {
    return same;
  }

  /**
   * The methods of the bot that threw.
   *
   * @return their number
   */
  public int failed() {
    return failed;
  }

  private void take(PlayResponse response) {
    if (response.hasMatchStart()) {
      seat = new Seat(response.getMatchStart(), NONE, Logger.getLogger("pentathlon"));
      Hooks hooks = new Hooks(seat, factory);
      hooks.setUp();
      bot = hooks.bot();
      failed += bot == null ? 1 : 0;
      return;
    }
    if (bot == null) {
      return;
    }
    switch (response.getKindCase()) {
      case PROMPT -> {
        if (response.getPrompt().hasAck()) {
          takeAck(response.getPrompt().getAck());
        }
        finish(null);
        ask(new Prompt(seat.start, response.getPrompt()));
      }
      case ACT_ACK -> takeAck(response.getActAck());
      case ANNOUNCE_ACK ->
          hook(
              "onAnnounceAck",
              response.getAnnounceAck().getDecision(),
              () -> bot.onAnnounceAck(response.getAnnounceAck()));
      case EVENTS -> hook("onEvents", 0, () -> bot.onEvents(response.getEvents()));
      case MATCH_END -> {
        finish(null);
        hook("onEnd", 0, () -> bot.onEnd(response.getMatchEnd()));
      }
      default -> {}
    }
  }

  private void takeAck(ActAck ack) {
    finish(ack);
    hook("onAck", ack.getDecision(), () -> bot.onAck(ack));
  }

  private void ask(Prompt prompt) {
    if (!prompt.announcements().isEmpty()) {
      hook(
          "announce",
          prompt.decision(),
          () -> {
            Choice choice = bot.announce(prompt);
            if (choice != null) {
              choice.toAnnounce(prompt.message());
              tell(
                  "decision %d: announces %s",
                  prompt.decision(), choice.among(prompt.announcements()));
            }
          });
    }
    if (prompt.message().getKind() != DecisionKind.DECISION_KIND_MUST) {
      return;
    }
    asked = prompt;
    ++decisions;
    hook(
        "act",
        prompt.decision(),
        () -> {
          Choice choice = bot.act(prompt);
          Hooks.actOf(choice, prompt);
          chosen = choice.among(prompt.actions());
        });
  }

  /** Prints the line of the last decision, now that it is known what was played, or never will. */
  private void finish(ActAck ack) {
    if (asked == null || (ack != null && ack.getDecision() != asked.decision())) {
      return;
    }
    String played = "";
    if (ack != null && ack.hasActionId()) {
      played = Choice.id(ack.getActionId()).among(asked.actions());
    }
    if (!chosen.isEmpty()) {
      same += played.equals(chosen) ? 1 : 0;
      boolean other = !played.isEmpty() && !played.equals(chosen);
      tell("decision %d: %s%s", asked.decision(), chosen, other ? " (played: " + played + ")" : "");
    }
    asked = null;
    chosen = "";
  }

  /** Prints a line; the prompts may come from a stranger. */
  private void tell(String format, Object... values) {
    out.println(Printable.of(format.formatted(values)));
  }

  private void hook(String name, int decision, Hooks.Call call) {
    try {
      call.run();
    } catch (Throwable thrown) {
      ++failed;
      tell(
          "decision %d: %s threw %s: %s",
          decision, name, thrown.getClass().getSimpleName(), thrown.getMessage());
    }
  }
}
