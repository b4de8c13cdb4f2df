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
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Makes the connection of a stream, and knows which addresses may be dialled how. */
final class Dialer {
  private static final String NATIVE_FOLDER = "io.grpc.netty.shaded.io.netty.native.workdir";
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5}");

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
    if (isNearby(address)) {
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

  /**
   * Whether a redirect may send a bot from its own address to another one: to a host and port, or
   * to a socket on this machine if its own address is one, too. Other targets of gRPC are refused:
   * they could name a resolver, or several places.
   */
  static boolean mayRedirect(String own, String other) {
    if (other.startsWith("unix:")) {
      return own.startsWith("unix:");
    }
    // gRPC would take the latter for sockets of this machine.
    return HOST_AND_PORT.matcher(other).matches() && !other.startsWith("unix-abstract:");
  }

  /**
   * Whether an address is of this machine or of a private network: a Unix socket, "localhost", a
   * name without a dot, or a loopback, private or link-local IP address. No HTTP proxy leads there,
   * so channels to it take none.
   */
  static boolean isNearby(String address) {
    if (address.startsWith("unix")) {
      return true;
    }
    String host = hostOf(address);
    if (!host.matches("[0-9.]+|.*:.*")) {
      return !host.contains(".");
    }
    try {
      InetAddress ip = InetAddress.getByName(host);
      return ip.isLoopbackAddress()
          || ip.isSiteLocalAddress()
          || ip.isLinkLocalAddress()
          || (ip.getAddress().length == 16 && (ip.getAddress()[0] & 0xfe) == 0xfc);
    } catch (UnknownHostException none) {
      return false;
    }
  }

  /** Whether gRPC goes to the address through an HTTP proxy, which Java's properties name. */
  static boolean isBehindProxy(String address) {
    if (isNearby(address) || ProxySelector.getDefault() == null) {
      return false;
    }
    return ProxySelector.getDefault().select(URI.create("https://" + hostOf(address))).stream()
        .anyMatch(proxy -> proxy.type() == Proxy.Type.HTTP);
  }

  /** "127.0.0.1" of "ipv4:127.0.0.1:5757,10.0.0.1:5757". */
  private static String hostOf(String address) {
    String first = address.replaceFirst("^(ipv4:|ipv6:|dns:)?/*", "").split(",")[0];
    return first.substring(0, Math.max(first.lastIndexOf(':'), 0)).replaceAll("[\\[\\]]", "");
  }
}
