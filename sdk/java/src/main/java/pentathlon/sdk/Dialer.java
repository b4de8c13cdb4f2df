package pentathlon.sdk;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Makes the connection of a stream. */
final class Dialer {
  private static final String NATIVE_FOLDER = "io.grpc.netty.shaded.io.netty.native.workdir";

  /** The threads of Unix sockets; made when the first one is dialled. */
  private static final class UnixThreads {
    static final EventLoopGroup GROUP =
        new EpollEventLoopGroup(1, new DefaultThreadFactory("unix", true));
  }

  static {
    // Netty unpacks its native library to a folder for temporary files. Java does not heed TMPDIR,
    // which a sandbox names when nothing else can be written to.
    String folder = System.getenv("TMPDIR");
    if (folder != null && !folder.isEmpty() && System.getProperty(NATIVE_FOLDER) == null) {
      System.setProperty(NATIVE_FOLDER, folder);
    }
  }

  private Dialer() {}

  /** Dials; a connection that fails is told by the stream. */
  static ManagedChannel dial(Options options, String address, Duration keepalive)
      throws IOException {
    NettyChannelBuilder builder = builderFor(address);
    if (options.tlsCa.isEmpty()) {
      builder.usePlaintext();
    } else {
      builder.sslContext(GrpcSslContexts.forClient().trustManager(new File(options.tlsCa)).build());
    }
    if (Proxies.isNearby(address)) {
      builder.proxyDetector(server -> null);
    }
    // Do not wait long for a referee that only another referee knows.
    int connect = address.equals(options.address) ? 20_000 : 5_000;
    return builder
        .directExecutor()
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connect)
        // Pings notice a connection that broke silently. They come no more often than the referee
        // permits; if they did, it would close the connection. They also come while nothing
        // happens, e.g. when the other seats think.
        .keepAliveTime(keepalive.toNanos(), TimeUnit.NANOSECONDS)
        .keepAliveTimeout(10, TimeUnit.SECONDS)
        .keepAliveWithoutCalls(true)
        .userAgent("pentathlon-java/" + Program.VERSION)
        .build();
  }

  private static NettyChannelBuilder builderFor(String address) {
    if (address.startsWith("unix:")) {
      String path = address.substring("unix:".length()).replaceFirst("^//(?=/)", "");
      return NettyChannelBuilder.forAddress(new DomainSocketAddress(path))
          .eventLoopGroup(UnixThreads.GROUP)
          .channelType(EpollDomainSocketChannel.class)
          .overrideAuthority("localhost");
    }
    if (address.startsWith("ipv4:") || address.startsWith("ipv6:")) {
      return NettyChannelBuilder.forTarget(AddressList.register(address));
    }
    return NettyChannelBuilder.forTarget(
        address.startsWith("dns:") ? address : "dns:///" + address);
  }
}
