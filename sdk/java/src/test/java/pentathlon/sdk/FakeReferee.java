package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import pentathlon.arena.v1.ActAck;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.FaultKind;
import pentathlon.arena.v1.Hello;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.MatchStart;
import pentathlon.arena.v1.PlayRequest;
import pentathlon.arena.v1.PlayResponse;
import pentathlon.arena.v1.PlayServiceGrpc;
import pentathlon.arena.v1.Prompt;
import pentathlon.arena.v1.Welcome;

/**
 * Plays the referee's part as a test says. The conversations of sdk/conformance test far more; these
 * tests look into the package.
 */
final class FakeReferee extends PlayServiceGrpc.PlayServiceImplBase implements AutoCloseable {
  static final long DEADLINE_SECONDS = 10;

  private final Server server;
  private final BlockingQueue<Stream> streams = new LinkedBlockingQueue<>();

  FakeReferee() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .addService(this)
            .build()
            .start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  /** One stream of the bot. */
  static final class Stream implements StreamObserver<PlayRequest> {
    private final BlockingQueue<PlayRequest> requests = new LinkedBlockingQueue<>();
    private final StreamObserver<PlayResponse> responses;

    Stream(StreamObserver<PlayResponse> responses) {
      this.responses = responses;
    }

    @Override
    public void onNext(PlayRequest request) {
      requests.add(request);
    }

    @Override
    public void onError(Throwable broken) {}

    @Override
    public void onCompleted() {}

    PlayRequest next() throws InterruptedException {
      PlayRequest request = requests.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
      assertNotNull(request, "no request");
      return request;
    }

    void say(PlayResponse.Builder response) {
      responses.onNext(response.build());
    }

    void end() {
      responses.onCompleted();
    }

    void end(Status status) {
      responses.onError(status.asException());
    }

    void start(String match) throws InterruptedException {
      say(startMessage(match));
      assertEquals(match, next().getReady().getMatchId());
    }
  }

  @Override
  public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> responses) {
    Stream stream = new Stream(responses);
    streams.add(stream);
    return stream;
  }

  /** Waits for a stream. */
  Stream accept() throws InterruptedException {
    Stream stream = streams.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertNotNull(stream, "no stream");
    return stream;
  }

  /** Waits for the hello, and welcomes the bot. */
  static Hello welcome(Stream stream, boolean resumed) throws InterruptedException {
    Hello hello = stream.next().getHello();
    stream.say(
        PlayResponse.newBuilder()
            .setWelcome(
                Welcome.newBuilder()
                    .setServer("fake")
                    .setSessionToken("secret")
                    .setResumed(resumed)));
    return hello;
  }

  static PlayResponse.Builder startMessage(String match) {
    return PlayResponse.newBuilder()
        .setMatchStart(
            MatchStart.newBuilder()
                .setMatchId(match)
                .setGame("octrix")
                .addPlayers("a")
                .addPlayers(""));
  }

  /** Asks for a decision between actions 10, 11 and 12. */
  static PlayResponse.Builder promptMessage(String match, int decision) {
    Prompt.Builder prompt =
        Prompt.newBuilder()
            .setMatchId(match)
            .setDecision(decision)
            .setKind(DecisionKind.DECISION_KIND_MUST);
    for (int i = 0; i < 3; ++i) {
      prompt.addActions(LegalAction.newBuilder().setId(10 + i).setText("H" + (i + 1)));
    }
    return PlayResponse.newBuilder().setPrompt(prompt);
  }

  static PlayResponse.Builder fault(String match, int decision) {
    return PlayResponse.newBuilder()
        .setActAck(
            ActAck.newBuilder()
                .setMatchId(match)
                .setDecision(decision)
                .setStatus(ActAck.Status.STATUS_FAULT)
                .setFault(FaultKind.FAULT_KIND_LATE)
                .setMessage("late: no act"));
  }
}
