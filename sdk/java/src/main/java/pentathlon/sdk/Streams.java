package pentathlon.sdk;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import pentathlon.arena.v1.PlayRequest;
import pentathlon.arena.v1.PlayResponse;
import pentathlon.arena.v1.PlayServiceGrpc;

/** Moves messages between a session and gRPC. */
final class Streams {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private Streams() {}

  /** Keeps a session on a stream until it is over. */
  static void play(Session session) throws SessionException, InterruptedException {
    Duration patience = Duration.ZERO;
    try {
      while (true) {
        Status status = run(session);
        Optional<Duration> pause = session.ended(status.getCode(), words(status));
        if (pause.isEmpty()) {
          patience = Session.PATIENCE;
          return;
        }
        session.rest(pause.get());
      }
    } finally {
      session.close(patience);
    }
  }

  /**
   * Runs one stream, and returns how it ended. Each stream has a connection of its own: the backoff
   * decides the pauses between attempts, not a channel that failed before.
   */
  private static Status run(Session session) throws InterruptedException {
    ManagedChannel channel;
    try {
      channel = Dialer.dial(session.options, session.address, session.keepalive);
    } catch (java.io.IOException error) {
      return Status.UNAVAILABLE.withDescription(error.toString());
    }
    try {
      // Responses, and at last the Status.
      BlockingQueue<Object> received = new LinkedBlockingQueue<>();
      ClientCall<PlayRequest, PlayResponse> call =
          channel.newCall(PlayServiceGrpc.getPlayMethod(), CallOptions.DEFAULT);
      Metadata metadata = new Metadata();
      if (!session.options.token.isEmpty()) {
        metadata.put(AUTHORIZATION, "Bearer " + session.options.token);
      }
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onMessage(PlayResponse message) {
              received.add(message);
              call.request(1);
            }

            @Override
            public void onClose(Status status, Metadata trailers) {
              received.add(status);
            }
          },
          metadata);
      call.request(1);
      session.open(request -> send(call, request), () -> call.cancel("the bot has left", null));
      while (true) {
        Object next = received.take();
        if (next instanceof Status status) {
          return status;
        }
        session.receive((PlayResponse) next);
      }
    } finally {
      channel.shutdownNow();
    }
  }

  /** Needs a caller that sends one request at a time: the session holds its lock. */
  private static void send(ClientCall<PlayRequest, PlayResponse> call, PlayRequest request) {
    try {
      call.sendMessage(request);
    } catch (IllegalStateException cancelled) {
      // The end of the stream is on its way to the reader.
    }
  }

  /** The referee's words, or gRPC's, with the cause of a broken connection. */
  private static String words(Status status) {
    String words = status.getDescription() == null ? "" : status.getDescription();
    Throwable cause = status.getCause();
    if (cause == null || cause.getMessage() == null) {
      return words;
    }
    return words.isEmpty() ? cause.getMessage() : words + ": " + cause.getMessage();
  }
}
