import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import pentathlon.arena.v1.Act;
import pentathlon.arena.v1.DecisionKind;
import pentathlon.arena.v1.GameSupport;
import pentathlon.arena.v1.Hello;
import pentathlon.arena.v1.MatchStart;
import pentathlon.arena.v1.PlayRequest;
import pentathlon.arena.v1.PlayResponse;
import pentathlon.arena.v1.PlayServiceGrpc;
import pentathlon.arena.v1.Pong;
import pentathlon.arena.v1.Prompt;
import pentathlon.arena.v1.Ready;

/**
 * A bot without an SDK: any legal action is as good as another. It speaks the protocol with gRPC's
 * own library for Java and the stubs of the schema alone.
 */
final class RandomBot implements StreamObserver<PlayResponse> {
  private static final List<String> GAMES =
      List.of("doppelkopf", "octrix", "ordago", "ordo", "seconds");

  private final CountDownLatch over = new CountDownLatch(1);
  // By match and seat.
  private final Map<String, byte[]> secrets = new HashMap<>();
  private StreamObserver<PlayRequest> stream;
  private boolean failed = false;

  public static void main(String[] arguments) throws InterruptedException {
    String path = System.getenv("ARENA_ADDRESS").replaceFirst("^unix:", "");
    EpollEventLoopGroup loop = new EpollEventLoopGroup(1);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(new DomainSocketAddress(path))
            .eventLoopGroup(loop)
            .channelType(EpollDomainSocketChannel.class)
            .usePlaintext()
            .directExecutor()
            .build();
    System.exit(new RandomBot().play(channel) ? 0 : 1);
  }

  private boolean play(ManagedChannel channel) throws InterruptedException {
    stream = PlayServiceGrpc.newStub(channel).play(this);
    Hello.Builder hello =
        Hello.newBuilder()
            .setName(System.getenv("ARENA_BOT_NAME"))
            .setInstance(System.getenv("ARENA_INSTANCE"))
            .setOneMatch("true".equals(System.getenv("ARENA_ONE_MATCH")))
            .setMaxMatches(1)
            .setVersion("1")
            .setLanguage("java " + Runtime.version().feature());
    for (String game : GAMES) {
      hello.addPlays(GameSupport.newBuilder().setGame(game));
    }
    stream.onNext(PlayRequest.newBuilder().setHello(hello).build());
    over.await();
    return !failed;
  }

  @Override
  public void onNext(PlayResponse message) {
    switch (message.getKindCase()) {
      case MATCH_START:
        stream.onNext(PlayRequest.newBuilder().setReady(begin(message.getMatchStart())).build());
        break;
      case PROMPT:
        if (message.getPrompt().getKind() == DecisionKind.DECISION_KIND_MUST) {
          stream.onNext(PlayRequest.newBuilder().setAct(decide(message.getPrompt())).build());
        }
        break;
      case PING:
        Pong pong = Pong.newBuilder().setNonce(message.getPing().getNonce()).build();
        stream.onNext(PlayRequest.newBuilder().setPong(pong).build());
        break;
      case ERROR:
        System.err.println(message.getError().getMessage());
        break;
      default:
        break;
    }
  }

  @Override
  public void onError(Throwable why) {
    System.err.println(why.getMessage());
    failed = true;
    over.countDown();
  }

  /** The arena ends the stream after the match. */
  @Override
  public void onCompleted() {
    over.countDown();
  }

  private Ready begin(MatchStart start) {
    secrets.put(start.getMatchId() + "/" + start.getSeat(), start.getPrivateSeed().toByteArray());
    return Ready.newBuilder().setMatchId(start.getMatchId()).setSeat(start.getSeat()).build();
  }

  private Act decide(Prompt prompt) {
    byte[] secret = secrets.get(prompt.getMatchId() + "/" + prompt.getSeat());
    return Act.newBuilder()
        .setMatchId(prompt.getMatchId())
        .setSeat(prompt.getSeat())
        .setDecision(prompt.getDecision())
        .setIndex(draw(secret, prompt.getDecision(), prompt.getActionsCount()))
        .build();
  }

  /**
   * Draws from the secret of the seat, so that the same match is played again in the same way, also
   * when another process goes on with it.
   */
  private static int draw(byte[] secret, int decision, int count) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      hash.update(secret);
      hash.update(Integer.toString(decision).getBytes(StandardCharsets.US_ASCII));
      return Integer.remainderUnsigned(ByteBuffer.wrap(hash.digest()).getInt(), count);
    } catch (NoSuchAlgorithmException every_java_has_it) {
      throw new IllegalStateException(every_java_has_it);
    }
  }
}
