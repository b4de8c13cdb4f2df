package pentathlon.sdk;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import pentathlon.arena.v1.Act;
import pentathlon.arena.v1.Announce;
import pentathlon.arena.v1.AnnounceAck;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.PlayRequest;
import pentathlon.arena.v1.Ready;

/** The thread of one seat: it calls the methods of the bot and sends its answers. */
final class Hooks implements Runnable {
  /** What a method of the bot throws. */
  interface Call {
    void run() throws Exception;
  }

  private final Seat seat;
  private final BotFactory factory;
  private final Thread thread;

  private Bot bot; // Null if it could not be made.
  private Act answer = Act.getDefaultInstance();
  private long answerStream;
  private Announce announcement = Announce.getDefaultInstance();
  private long announcementStream;
  // How the last call failed; empty if it did not.
  private String failed = "";

  Hooks(Seat seat, BotFactory factory) {
    this.seat = seat;
    this.factory = factory;
    thread = new Thread(this, seat.start.getMatchId() + "/" + seat.start.getSeat());
    // A bot that thinks forever cannot keep the program alive.
    thread.setDaemon(true);
  }

  void begin() {
    thread.start();
  }

  boolean busy() {
    return thread.isAlive();
  }

  /** Waits for the end of the match, at most so many milliseconds (0: not at all). */
  void join(long patience) throws InterruptedException {
    if (patience > 0) {
      thread.join(patience);
    }
    if (busy()) {
      seat.say(Level.WARNING, 0, "the bot is still busy; not waiting for it");
    }
  }

  Bot bot() {
    return bot;
  }

  @Override
  public void run() {
    try {
      setUp();
      for (Seat.Waiting next = seat.next(); next != null; next = seat.next()) {
        show(next);
        if (next.response().hasMatchEnd()) {
          return;
        }
      }
    } catch (InterruptedException ended) {
      // The bot's own code has interrupted its thread.
      Thread.currentThread().interrupt();
    }
  }

  private void show(Seat.Waiting next) {
    var response = next.response();
    switch (response.getKindCase()) {
      case PROMPT -> onPrompt(response.getPrompt(), next.received());
      case ACT_ACK ->
          guard(
              "onAck",
              response.getActAck().getDecision(),
              () -> bot.onAck(response.getActAck()));
      case ANNOUNCE_ACK -> onAnnounceAck(response.getAnnounceAck());
      case EVENTS -> guard("onEvents", 0, () -> bot.onEvents(response.getEvents()));
      case MATCH_END -> guard("onEnd", 0, () -> bot.onEnd(response.getMatchEnd()));
      default -> {}
    }
  }

  /** Makes the bot and answers the MatchStart. */
  void setUp() {
    PlayRequest.Builder request = PlayRequest.newBuilder();
    String broken = "";
    try {
      Bot made = attempt("the making of the bot", () -> factory.make(seat.start));
      bot = made == null ? null : attempt("onStart", () -> started(made));
      broken = failed;
      // Sent even without a bot: its first decision then ends in a fault at once rather than
      // after the start budget.
      request.setReady(
          Ready.newBuilder()
              .setMatchId(seat.start.getMatchId())
              .setSeat(seat.start.getSeat()));
    } catch (Decline refusal) {
      seat.say(Level.WARNING, 0, "declined: " + refusal.line());
      request.setDecline(
          pentathlon.arena.v1.Decline.newBuilder()
              .setMatchId(seat.start.getMatchId())
              .setSeat(seat.start.getSeat())
              .setReason(refusal.line()));
    }
    seat.greet(request.build(), broken);
  }

  private Bot started(Bot made) throws Exception {
    made.setLeave(seat::leave);
    made.onStart(seat.start);
    return made;
  }

  /** A part of the set-up; null if it fails. */
  private Bot attempt(String hook, Callable<Bot> call) {
    Bot[] made = new Bot[1];
    Decline[] refusal = new Decline[1];
    call(
        hook,
        0,
        () -> {
          try {
            made[0] = call.call();
            if (made[0] == null) {
              throw new NullPointerException("it gave no bot");
            }
          } catch (Decline declined) {
            refusal[0] = declined;
          }
        });
    if (refusal[0] != null) {
      throw refusal[0];
    }
    return failed.isEmpty() ? made[0] : null;
  }

  private void onPrompt(pentathlon.arena.v1.Prompt message, long received) {
    boolean must = message.getKind() == DecisionKind.DECISION_KIND_MUST;
    int decision = message.getDecision();
    if (must && decision == answer.getDecision()) {
      repeat();
      return;
    }
    Prompt prompt = new Prompt(seat.start, message, received, seat.whileOpen(decision));
    if (message.getAnnouncementsCount() > 0) {
      guard("announce", decision, () -> letAnnounce(prompt));
    }
    if (must) {
      letAct(prompt, received);
    }
  }

  private void letAnnounce(Prompt prompt) throws Exception {
    Choice choice = bot.announce(prompt);
    if (choice != null) {
      announcement = choice.toAnnounce(prompt.message());
      announcementStream = sendAnnouncement();
    }
  }

  private void letAct(Prompt prompt, long received) {
    // If the bot fails, this act without a choice is sent. It is a fault at once, so that the
    // other players need not wait for the clock.
    answer = Choice.emptyAct(prompt.message());
    if (bot != null) {
      seat.beginThinking(prompt.decision());
      guard("act", prompt.decision(), () -> answer = actOf(bot.act(prompt), prompt));
      seat.endThinking(prompt.decision(), failed, received);
    }
    answerStream = sendAnswer();
  }

  static Act actOf(Choice choice, Prompt prompt) {
    if (choice == null) {
      throw new NullPointerException("no choice: return one of the prompt's actions");
    }
    return choice.toAct(prompt.message());
  }

  /**
   * Sends the last answer again if a lost stream may have taken it, and what was announced before
   * it. A newer prompt does not make an answer void, and repeating it is harmless.
   */
  private void repeat() {
    long stream = seat.stream();
    if (answerStream == stream) {
      return;
    }
    if (announcement.getDecision() == answer.getDecision() && announcementStream != stream) {
      announcementStream = sendAnnouncement();
    }
    answerStream = sendAnswer();
  }

  private long sendAnswer() {
    return seat.send(PlayRequest.newBuilder().setAct(answer).build());
  }

  private long sendAnnouncement() {
    return seat.send(PlayRequest.newBuilder().setAnnounce(announcement).build());
  }

  private void onAnnounceAck(AnnounceAck ack) {
    if (ack.getStatus() == AnnounceAck.Status.STATUS_REFUSED) {
      seat.say(
          Level.WARNING, ack.getDecision(), "announcement refused: " + ack.getMessage());
    }
    guard("onAnnounceAck", ack.getDecision(), () -> bot.onAnnounceAck(ack));
  }

  /** Calls a method of the bot, if there is one. */
  private void guard(String hook, int decision, Call call) {
    failed = "";
    if (bot != null) {
      call(hook, decision, call);
    }
  }

  /** Calls a method of the bot; logs what it throws, and keeps it in `failed`. */
  private void call(String hook, int decision, Call call) {
    failed = "";
    try {
      call.run();
    } catch (Throwable thrown) {
      // Even an error: it would end this thread only.
      failed = hook + " threw " + thrown.getClass().getSimpleName();
      seat.say(
          Level.SEVERE, decision, failed + ": " + thrown.getMessage() + "\n" + trace(thrown));
    }
  }

  /** The way from this class to where it was thrown. */
  private static String trace(Throwable thrown) {
    StringBuilder trace = new StringBuilder();
    for (Throwable one = thrown; one != null; one = one.getCause()) {
      if (one != thrown) {
        trace.append("\ncaused by ").append(one);
      }
      Arrays.stream(one.getStackTrace())
          .takeWhile(frame -> !frame.getClassName().equals(Hooks.class.getName()))
          .forEach(
              frame -> trace.append(trace.isEmpty() ? "" : "\n").append("    at ").append(frame));
    }
    return trace.toString();
  }
}
