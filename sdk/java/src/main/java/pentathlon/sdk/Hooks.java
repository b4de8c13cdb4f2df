package pentathlon.sdk;

import java.util.Arrays;
import java.util.Objects;
import java.util.logging.Level;
import pentathlon.arena.v1.Act;
import pentathlon.arena.v1.Announce;
import pentathlon.arena.v1.AnnounceAck;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.PlayRequest;

/** The thread of one seat: it calls the methods of the bot and sends its answers. */
final class Hooks extends Thread {
  /** What a method of the bot throws. */
  private interface Call {
    void run() throws Exception;
  }

  final Seat seat;
  private final BotFactory factory;

  private Bot bot; // Null if it could not be made.
  private Act answer = Act.getDefaultInstance();
  private long answerStream;
  private Announce announcement = Announce.getDefaultInstance();
  private long announcementStream;
  // How the last call failed; empty if it did not.
  private String failed = "";

  Hooks(Seat seat, BotFactory factory) {
    super(seat.start.getMatchId() + "/" + seat.start.getSeat());
    this.seat = seat;
    this.factory = factory;
    // A bot that thinks forever cannot keep the program alive.
    setDaemon(true);
  }

  @Override
  public void run() {
    setUp();
    try {
      for (Seat.Waiting next = seat.next(); next != null; next = seat.next()) {
        show(next);
        if (next.response().hasMatchEnd()) {
          return;
        }
      }
    } catch (InterruptedException ended) {
      // The bot's own code has interrupted its thread.
      interrupt();
    }
  }

  private void show(Seat.Waiting next) {
    var response = next.response();
    switch (response.getKindCase()) {
      case PROMPT -> onPrompt(response.getPrompt(), next.received());
      case ACT_ACK ->
          guard("onAck", response.getActAck().getDecision(), () -> bot.onAck(response.getActAck()));
      case ANNOUNCE_ACK -> onAnnounceAck(response.getAnnounceAck());
      case EVENTS -> guard("onEvents", 0, () -> bot.onEvents(response.getEvents()));
      case MATCH_END -> guard("onEnd", 0, () -> bot.onEnd(response.getMatchEnd()));
      default -> {}
    }
  }

  /** Makes the bot and answers the MatchStart. */
  private void setUp() {
    PlayRequest.Builder request = PlayRequest.newBuilder();
    // Sent even without a bot: its first decision then ends in a fault at once rather than after
    // the start budget.
    request.getReadyBuilder().setMatchId(seat.start.getMatchId()).setSeat(seat.start.getSeat());
    String hook = "the making of the bot";
    try {
      Bot made = Objects.requireNonNull(factory.make(seat.start), "it gave no bot");
      made.leave = seat.session::leave;
      hook = "onStart";
      made.onStart(seat.start);
      bot = made;
    } catch (Decline refusal) {
      seat.say(Level.WARNING, 0, "declined: " + refusal.line());
      request
          .getDeclineBuilder()
          .setMatchId(seat.start.getMatchId())
          .setSeat(seat.start.getSeat())
          .setReason(refusal.line());
    } catch (Throwable thrown) {
      fail(hook, 0, thrown);
    }
    seat.greet(request.build(), failed);
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
      guard("act", prompt.decision(), () -> act(prompt));
      seat.endThinking(prompt.decision(), failed, received);
    }
    answerStream = sendAnswer();
  }

  private void act(Prompt prompt) throws Exception {
    Choice choice = bot.act(prompt);
    if (choice == null) {
      throw new NullPointerException("no choice: return one of the prompt's actions");
    }
    answer = choice.toAct(prompt.message());
  }

  /**
   * Sends the last answer again if a lost stream may have taken it, and what was announced before
   * it. A newer prompt does not make an answer void, and repeating it is harmless.
   */
  private void repeat() {
    long stream = seat.session.stream();
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
      seat.say(Level.WARNING, ack.getDecision(), "announcement refused: " + ack.getMessage());
    }
    guard("onAnnounceAck", ack.getDecision(), () -> bot.onAnnounceAck(ack));
  }

  /** Calls a method of the bot, if there is one. */
  private void guard(String hook, int decision, Call call) {
    failed = "";
    if (bot == null) {
      return;
    }
    try {
      call.run();
    } catch (Throwable thrown) {
      // Even an error: it would end this thread only.
      fail(hook, decision, thrown);
    }
  }

  /** Logs what a method of the bot has thrown, and keeps it in `failed`. */
  private void fail(String hook, int decision, Throwable thrown) {
    failed = hook + " threw " + thrown.getClass().getSimpleName();
    seat.say(Level.SEVERE, decision, failed + ": " + thrown.getMessage() + "\n" + trace(thrown));
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
