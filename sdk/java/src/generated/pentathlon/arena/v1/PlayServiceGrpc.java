package pentathlon.arena.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Where bots play.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class PlayServiceGrpc {

  private PlayServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "arena.v1.PlayService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<pentathlon.arena.v1.PlayRequest,
      pentathlon.arena.v1.PlayResponse> getPlayMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Play",
      requestType = pentathlon.arena.v1.PlayRequest.class,
      responseType = pentathlon.arena.v1.PlayResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<pentathlon.arena.v1.PlayRequest,
      pentathlon.arena.v1.PlayResponse> getPlayMethod() {
    io.grpc.MethodDescriptor<pentathlon.arena.v1.PlayRequest, pentathlon.arena.v1.PlayResponse> getPlayMethod;
    if ((getPlayMethod = PlayServiceGrpc.getPlayMethod) == null) {
      synchronized (PlayServiceGrpc.class) {
        if ((getPlayMethod = PlayServiceGrpc.getPlayMethod) == null) {
          PlayServiceGrpc.getPlayMethod = getPlayMethod =
              io.grpc.MethodDescriptor.<pentathlon.arena.v1.PlayRequest, pentathlon.arena.v1.PlayResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Play"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pentathlon.arena.v1.PlayRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pentathlon.arena.v1.PlayResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlayServiceMethodDescriptorSupplier("Play"))
              .build();
        }
      }
    }
    return getPlayMethod;
  }

  private static volatile io.grpc.MethodDescriptor<pentathlon.arena.v1.ReceiveRequest,
      pentathlon.arena.v1.ReceiveResponse> getReceiveMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Receive",
      requestType = pentathlon.arena.v1.ReceiveRequest.class,
      responseType = pentathlon.arena.v1.ReceiveResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<pentathlon.arena.v1.ReceiveRequest,
      pentathlon.arena.v1.ReceiveResponse> getReceiveMethod() {
    io.grpc.MethodDescriptor<pentathlon.arena.v1.ReceiveRequest, pentathlon.arena.v1.ReceiveResponse> getReceiveMethod;
    if ((getReceiveMethod = PlayServiceGrpc.getReceiveMethod) == null) {
      synchronized (PlayServiceGrpc.class) {
        if ((getReceiveMethod = PlayServiceGrpc.getReceiveMethod) == null) {
          PlayServiceGrpc.getReceiveMethod = getReceiveMethod =
              io.grpc.MethodDescriptor.<pentathlon.arena.v1.ReceiveRequest, pentathlon.arena.v1.ReceiveResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Receive"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pentathlon.arena.v1.ReceiveRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pentathlon.arena.v1.ReceiveResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlayServiceMethodDescriptorSupplier("Receive"))
              .build();
        }
      }
    }
    return getReceiveMethod;
  }

  private static volatile io.grpc.MethodDescriptor<pentathlon.arena.v1.SubmitRequest,
      pentathlon.arena.v1.SubmitResponse> getSubmitMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Submit",
      requestType = pentathlon.arena.v1.SubmitRequest.class,
      responseType = pentathlon.arena.v1.SubmitResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<pentathlon.arena.v1.SubmitRequest,
      pentathlon.arena.v1.SubmitResponse> getSubmitMethod() {
    io.grpc.MethodDescriptor<pentathlon.arena.v1.SubmitRequest, pentathlon.arena.v1.SubmitResponse> getSubmitMethod;
    if ((getSubmitMethod = PlayServiceGrpc.getSubmitMethod) == null) {
      synchronized (PlayServiceGrpc.class) {
        if ((getSubmitMethod = PlayServiceGrpc.getSubmitMethod) == null) {
          PlayServiceGrpc.getSubmitMethod = getSubmitMethod =
              io.grpc.MethodDescriptor.<pentathlon.arena.v1.SubmitRequest, pentathlon.arena.v1.SubmitResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Submit"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pentathlon.arena.v1.SubmitRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  pentathlon.arena.v1.SubmitResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlayServiceMethodDescriptorSupplier("Submit"))
              .build();
        }
      }
    }
    return getSubmitMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static PlayServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlayServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlayServiceStub>() {
        @java.lang.Override
        public PlayServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlayServiceStub(channel, callOptions);
        }
      };
    return PlayServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static PlayServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlayServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlayServiceBlockingV2Stub>() {
        @java.lang.Override
        public PlayServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlayServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return PlayServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static PlayServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlayServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlayServiceBlockingStub>() {
        @java.lang.Override
        public PlayServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlayServiceBlockingStub(channel, callOptions);
        }
      };
    return PlayServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static PlayServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlayServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlayServiceFutureStub>() {
        @java.lang.Override
        public PlayServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlayServiceFutureStub(channel, callOptions);
        }
      };
    return PlayServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Where bots play.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * One stream carries all matches of one session. The first request is
     * `hello`, the first response `welcome`. The stream ends with one of these:
     *   OK                  the bot has left, or has ended its side
     *   UNAUTHENTICATED     the resume token is unknown; or the caller has shown
     *                       no token, or a revoked one
     *   PERMISSION_DENIED   the token may not play under this name
     *   INVALID_ARGUMENT    the first request is no valid hello
     *   ALREADY_EXISTS      a bot of this name and instance is connected
     *   ABORTED             a newer stream of the same session has taken over
     *   RESOURCE_EXHAUSTED  the bot sent too many superfluous requests or one
     *                       that is too large, or left responses unread
     *   UNAVAILABLE         the referee stops, redirects the bot, or got no
     *                       answer to a Ping: come back with the session token
     * </pre>
     */
    default io.grpc.stub.StreamObserver<pentathlon.arena.v1.PlayRequest> play(
        io.grpc.stub.StreamObserver<pentathlon.arena.v1.PlayResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getPlayMethod(), responseObserver);
    }

    /**
     * <pre>
     * The responses of Play as a server stream, for clients without bidirectional
     * streams. Acts, readies, pongs and all other requests go through Submit,
     * with the session token of the Welcome.
     * </pre>
     */
    default void receive(pentathlon.arena.v1.ReceiveRequest request,
        io.grpc.stub.StreamObserver<pentathlon.arena.v1.ReceiveResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReceiveMethod(), responseObserver);
    }

    /**
     * <pre>
     * One request of Play, for clients without bidirectional streams. The answer,
     * if there is one, comes through Receive. NOT_FOUND if the session token
     * names no session, FAILED_PRECONDITION if the request is a hello,
     * PERMISSION_DENIED if the session belongs to another bot.
     * </pre>
     */
    default void submit(pentathlon.arena.v1.SubmitRequest request,
        io.grpc.stub.StreamObserver<pentathlon.arena.v1.SubmitResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSubmitMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service PlayService.
   * <pre>
   * Where bots play.
   * </pre>
   */
  public static abstract class PlayServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return PlayServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service PlayService.
   * <pre>
   * Where bots play.
   * </pre>
   */
  public static final class PlayServiceStub
      extends io.grpc.stub.AbstractAsyncStub<PlayServiceStub> {
    private PlayServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlayServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlayServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * One stream carries all matches of one session. The first request is
     * `hello`, the first response `welcome`. The stream ends with one of these:
     *   OK                  the bot has left, or has ended its side
     *   UNAUTHENTICATED     the resume token is unknown; or the caller has shown
     *                       no token, or a revoked one
     *   PERMISSION_DENIED   the token may not play under this name
     *   INVALID_ARGUMENT    the first request is no valid hello
     *   ALREADY_EXISTS      a bot of this name and instance is connected
     *   ABORTED             a newer stream of the same session has taken over
     *   RESOURCE_EXHAUSTED  the bot sent too many superfluous requests or one
     *                       that is too large, or left responses unread
     *   UNAVAILABLE         the referee stops, redirects the bot, or got no
     *                       answer to a Ping: come back with the session token
     * </pre>
     */
    public io.grpc.stub.StreamObserver<pentathlon.arena.v1.PlayRequest> play(
        io.grpc.stub.StreamObserver<pentathlon.arena.v1.PlayResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getPlayMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * The responses of Play as a server stream, for clients without bidirectional
     * streams. Acts, readies, pongs and all other requests go through Submit,
     * with the session token of the Welcome.
     * </pre>
     */
    public void receive(pentathlon.arena.v1.ReceiveRequest request,
        io.grpc.stub.StreamObserver<pentathlon.arena.v1.ReceiveResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getReceiveMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * One request of Play, for clients without bidirectional streams. The answer,
     * if there is one, comes through Receive. NOT_FOUND if the session token
     * names no session, FAILED_PRECONDITION if the request is a hello,
     * PERMISSION_DENIED if the session belongs to another bot.
     * </pre>
     */
    public void submit(pentathlon.arena.v1.SubmitRequest request,
        io.grpc.stub.StreamObserver<pentathlon.arena.v1.SubmitResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSubmitMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service PlayService.
   * <pre>
   * Where bots play.
   * </pre>
   */
  public static final class PlayServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<PlayServiceBlockingV2Stub> {
    private PlayServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlayServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlayServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * One stream carries all matches of one session. The first request is
     * `hello`, the first response `welcome`. The stream ends with one of these:
     *   OK                  the bot has left, or has ended its side
     *   UNAUTHENTICATED     the resume token is unknown; or the caller has shown
     *                       no token, or a revoked one
     *   PERMISSION_DENIED   the token may not play under this name
     *   INVALID_ARGUMENT    the first request is no valid hello
     *   ALREADY_EXISTS      a bot of this name and instance is connected
     *   ABORTED             a newer stream of the same session has taken over
     *   RESOURCE_EXHAUSTED  the bot sent too many superfluous requests or one
     *                       that is too large, or left responses unread
     *   UNAVAILABLE         the referee stops, redirects the bot, or got no
     *                       answer to a Ping: come back with the session token
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<pentathlon.arena.v1.PlayRequest, pentathlon.arena.v1.PlayResponse>
        play() {
      return io.grpc.stub.ClientCalls.blockingBidiStreamingCall(
          getChannel(), getPlayMethod(), getCallOptions());
    }

    /**
     * <pre>
     * The responses of Play as a server stream, for clients without bidirectional
     * streams. Acts, readies, pongs and all other requests go through Submit,
     * with the session token of the Welcome.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, pentathlon.arena.v1.ReceiveResponse>
        receive(pentathlon.arena.v1.ReceiveRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getReceiveMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * One request of Play, for clients without bidirectional streams. The answer,
     * if there is one, comes through Receive. NOT_FOUND if the session token
     * names no session, FAILED_PRECONDITION if the request is a hello,
     * PERMISSION_DENIED if the session belongs to another bot.
     * </pre>
     */
    public pentathlon.arena.v1.SubmitResponse submit(pentathlon.arena.v1.SubmitRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSubmitMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service PlayService.
   * <pre>
   * Where bots play.
   * </pre>
   */
  public static final class PlayServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<PlayServiceBlockingStub> {
    private PlayServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlayServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlayServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * The responses of Play as a server stream, for clients without bidirectional
     * streams. Acts, readies, pongs and all other requests go through Submit,
     * with the session token of the Welcome.
     * </pre>
     */
    public java.util.Iterator<pentathlon.arena.v1.ReceiveResponse> receive(
        pentathlon.arena.v1.ReceiveRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getReceiveMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * One request of Play, for clients without bidirectional streams. The answer,
     * if there is one, comes through Receive. NOT_FOUND if the session token
     * names no session, FAILED_PRECONDITION if the request is a hello,
     * PERMISSION_DENIED if the session belongs to another bot.
     * </pre>
     */
    public pentathlon.arena.v1.SubmitResponse submit(pentathlon.arena.v1.SubmitRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSubmitMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service PlayService.
   * <pre>
   * Where bots play.
   * </pre>
   */
  public static final class PlayServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<PlayServiceFutureStub> {
    private PlayServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlayServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlayServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * One request of Play, for clients without bidirectional streams. The answer,
     * if there is one, comes through Receive. NOT_FOUND if the session token
     * names no session, FAILED_PRECONDITION if the request is a hello,
     * PERMISSION_DENIED if the session belongs to another bot.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<pentathlon.arena.v1.SubmitResponse> submit(
        pentathlon.arena.v1.SubmitRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSubmitMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_RECEIVE = 0;
  private static final int METHODID_SUBMIT = 1;
  private static final int METHODID_PLAY = 2;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_RECEIVE:
          serviceImpl.receive((pentathlon.arena.v1.ReceiveRequest) request,
              (io.grpc.stub.StreamObserver<pentathlon.arena.v1.ReceiveResponse>) responseObserver);
          break;
        case METHODID_SUBMIT:
          serviceImpl.submit((pentathlon.arena.v1.SubmitRequest) request,
              (io.grpc.stub.StreamObserver<pentathlon.arena.v1.SubmitResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_PLAY:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.play(
              (io.grpc.stub.StreamObserver<pentathlon.arena.v1.PlayResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getPlayMethod(),
          io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
            new MethodHandlers<
              pentathlon.arena.v1.PlayRequest,
              pentathlon.arena.v1.PlayResponse>(
                service, METHODID_PLAY)))
        .addMethod(
          getReceiveMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              pentathlon.arena.v1.ReceiveRequest,
              pentathlon.arena.v1.ReceiveResponse>(
                service, METHODID_RECEIVE)))
        .addMethod(
          getSubmitMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              pentathlon.arena.v1.SubmitRequest,
              pentathlon.arena.v1.SubmitResponse>(
                service, METHODID_SUBMIT)))
        .build();
  }

  private static abstract class PlayServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    PlayServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return pentathlon.arena.v1.PlayServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("PlayService");
    }
  }

  private static final class PlayServiceFileDescriptorSupplier
      extends PlayServiceBaseDescriptorSupplier {
    PlayServiceFileDescriptorSupplier() {}
  }

  private static final class PlayServiceMethodDescriptorSupplier
      extends PlayServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    PlayServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (PlayServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new PlayServiceFileDescriptorSupplier())
              .addMethod(getPlayMethod())
              .addMethod(getReceiveMethod())
              .addMethod(getSubmitMethod())
              .build();
        }
      }
    }
    return result;
  }
}
