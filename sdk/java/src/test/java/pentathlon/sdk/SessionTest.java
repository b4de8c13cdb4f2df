package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pentathlon.arena.v1.Act;
import pentathlon.arena.v1.ErrorReason;
import pentathlon.arena.v1.Hello;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.PlayError;
import pentathlon.arena.v1.PlayResponse;

/** A bot against a referee that says what the test says. */
class SessionTest {
  private interface Acting {
    Choice act(Prompt prompt) throws Exception;
  }

  /** A bot that is a function. */
  private static final class FunctionBot extends Bot {
    private final Acting acting;

    FunctionBot(Acting acting) {
      this.acting = acting;
    }

    @Override
    public Choice act(Prompt prompt) throws Exception {
      return acting.act(prompt);
    }
  }

  private FakeReferee referee;
  private Thread thread;
  private final StringBuffer log = new StringBuffer();
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  @BeforeEach
  void open() throws Exception {
    referee = new FakeReferee();
  }

  @AfterEach
  void close() throws Exception {
    thread.interrupt();
    thread.join(TimeUnit.SECONDS.toMillis(FakeReferee.DEADLINE_SECONDS));
    referee.close();
  }

  private FakeReferee.Stream play(Acting acting) throws InterruptedException {
    play(start -> new FunctionBot(acting), referee.address());
    return referee.accept();
  }

  private void play(BotFactory factory, String address) {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.setLevel(Level.FINE);
    logger.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            log.append(new LineFormatter().format(record));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    Program program =
        Program.of(FunctionBot.class, factory)
            .with(
                options ->
                    options
                        .address(address)
                        .name("tester")
                        .giveUpAfter(Duration.ofSeconds(FakeReferee.DEADLINE_SECONDS))
                        .logger(logger));
    thread =
        new Thread(
            () -> {
              try {
                program.run();
                end.complete(null);
              } catch (SessionException | InterruptedException thrown) {
                end.completeExceptionally(thrown);
              }
            });
    thread.start();
  }

  private Throwable ended() throws Exception {
    return end.handle((none, thrown) -> thrown).get(FakeReferee.DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aMatchIsPlayedToTheEnd() throws Exception {
    FakeReferee.Stream stream = play(prompt -> Choice.index(0));
    Hello hello = FakeReferee.welcome(stream, false);
    assertEquals("tester", hello.getName());
    assertEquals(5, hello.getPlaysCount());
    stream.start("m");
    stream.say(FakeReferee.promptMessage("m", 1));
    Act act = stream.next().getAct();
    assertEquals(Act.ChoiceCase.INDEX, act.getChoiceCase());
    assertEquals(1, act.getDecision());
    stream.end();
    assertNull(ended());
    assertTrue(
        log.toString().contains("INFO match=m seat=0: a match of octrix with a, (hidden)"),
        log.toString());
  }

  @Test
  void anAnswerNoLongerCountsWhenTheDecisionIsOver() throws Exception {
    BlockingQueue<Boolean> open = new LinkedBlockingQueue<>();
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    FakeReferee.Stream stream =
        play(
            prompt -> {
              open.add(prompt.isOpen());
              prompt.over().thenRun(() -> goOn.complete(null));
              goOn.get();
              open.add(prompt.isOpen());
              return Choice.index(0);
            });
    FakeReferee.welcome(stream, false);
    stream.start("m");
    stream.say(FakeReferee.promptMessage("m", 1));
    assertTrue(open.poll(FakeReferee.DEADLINE_SECONDS, TimeUnit.SECONDS));
    stream.say(FakeReferee.fault("m", 1));
    assertFalse(open.poll(FakeReferee.DEADLINE_SECONDS, TimeUnit.SECONDS));
    stream.next();
    assertTrue(log.toString().contains("WARNING match=m seat=0 decision=1: fault late: no act"));
    assertTrue(
        log.toString().contains(" s, too long: the decision was over before"), log.toString());
  }

  @Test
  void whatTheBotThrowsIsAnActWithoutAChoice() throws Exception {
    FakeReferee.Stream stream = play(prompt -> Choice.of(prompt.actions().get(3)));
    FakeReferee.welcome(stream, false);
    stream.start("m");
    stream.say(FakeReferee.promptMessage("m", 1));
    assertEquals(Act.ChoiceCase.CHOICE_NOT_SET, stream.next().getAct().getChoiceCase());
    String said = log.toString();
    assertTrue(said.contains("ERROR match=m seat=0 decision=1: act threw IndexOutOf"), said);
    assertTrue(said.contains("SessionTest.java"), said);
    assertFalse(said.contains("Hooks.java"), said);
  }

  @Test
  void aLostStreamIsResumedAndTheAnswerRepeated() throws Exception {
    BlockingQueue<Integer> asked = new LinkedBlockingQueue<>();
    FakeReferee.Stream stream =
        play(
            prompt -> {
              asked.add(prompt.decision());
              return Choice.index(1);
            });
    FakeReferee.welcome(stream, false);
    stream.start("m");
    stream.say(FakeReferee.promptMessage("m", 1));
    stream.next();
    stream.end(Status.UNAVAILABLE.withDescription("gone"));
    FakeReferee.Stream next = referee.accept();
    assertEquals("secret", FakeReferee.welcome(next, true).getResumeToken());
    next.start("m");
    next.say(FakeReferee.promptMessage("m", 1));
    assertEquals(1, next.next().getAct().getIndex());
    assertEquals(1, asked.size());
  }

  @Test
  void aBotCanLeave() throws Exception {
    Bot[] self = new Bot[1];
    play(
        start -> {
          self[0] =
              new FunctionBot(
                  prompt -> {
                    self[0].leave();
                    return Choice.index(0);
                  });
          return self[0];
        },
        referee.address());
    FakeReferee.Stream stream = referee.accept();
    FakeReferee.welcome(stream, false);
    stream.start("m");
    stream.say(FakeReferee.promptMessage("m", 1));
    assertTrue(stream.next().hasLeave());
    assertTrue(stream.next().hasAct());
    stream.say(PlayResponse.newBuilder().setMatchEnd(MatchEnd.newBuilder().setMatchId("m")));
    stream.end();
    assertNull(ended());
    assertTrue(log.toString().contains("INFO name=tester: the bot has left"), log.toString());
  }

  @Test
  void aRefusalIsASessionException() throws Exception {
    FakeReferee.Stream stream = play(prompt -> Choice.index(0));
    FakeReferee.welcome(stream, false);
    stream.say(
        PlayResponse.newBuilder()
            .setError(
                PlayError.newBuilder()
                    .setReason(ErrorReason.ERROR_REASON_BAD_HELLO)
                    .setFatal(true)
                    .setMessage("--max-matches is 0")));
    stream.end(Status.INVALID_ARGUMENT);
    SessionException refused = (SessionException) ended();
    assertEquals(ErrorReason.ERROR_REASON_BAD_HELLO, refused.reason());
    assertTrue(refused.getMessage().endsWith("ended the session: --max-matches is 0"));
  }

  @Test
  void aFactoryCanDecline() throws Exception {
    play(
        start -> {
          throw new Decline("no\nopening book");
        },
        referee.address());
    FakeReferee.Stream stream = referee.accept();
    FakeReferee.welcome(stream, false);
    stream.say(FakeReferee.startMessage("m"));
    assertEquals("no opening book", stream.next().getDecline().getReason());
  }

  @Test
  void ofSeveralRefereesTheFirstThatAnswersIsTaken() throws Exception {
    // Nobody listens at port 1.
    play(
        start -> new FunctionBot(prompt -> Choice.index(0)),
        "ipv4:127.0.0.1:1," + referee.address());
    FakeReferee.welcome(referee.accept(), false);
    assertFalse(log.toString().contains("no connection"), log.toString());
  }
}
