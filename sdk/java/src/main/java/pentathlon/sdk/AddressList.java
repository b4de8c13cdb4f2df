package pentathlon.sdk;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.StatusOr;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.stream.Stream;

/**
 * Addresses of several referees, ipv4:HOST:PORT,HOST:PORT, which are tried in order. gRPC for Java
 * has no such target, so this makes it known.
 */
final class AddressList extends NameResolverProvider {
  private static final String SCHEME = "pentathlon-referees";
  private static boolean registered;

  private AddressList() {}

  /** Returns a target of gRPC for an address such as ipv4:127.0.0.1:1,127.0.0.1:2. */
  static synchronized String register(String address) {
    if (!registered) {
      NameResolverRegistry.getDefaultRegistry().register(new AddressList());
      registered = true;
    }
    return SCHEME + ":" + address.substring(address.indexOf(':') + 1);
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return 0; // Below DNS, which stays the default.
  }

  @Override
  public String getDefaultScheme() {
    return SCHEME;
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args arguments) {
    String[] list = target.getSchemeSpecificPart().split(",");
    var addresses = Stream.of(list).map(AddressList::resolve).toList();
    return new NameResolver() {
      @Override
      public String getServiceAuthority() {
        return list[0];
      }

      @Override
      public void start(Listener2 listener) {
        var result = ResolutionResult.newBuilder();
        listener.onResult(result.setAddressesOrError(StatusOr.fromValue(addresses)).build());
      }

      @Override
      public void shutdown() {}
    };
  }

  private static EquivalentAddressGroup resolve(String address) {
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, Math.max(colon, 0)).replaceAll("[\\[\\]]", "");
    try {
      int port = Integer.parseInt(address.substring(colon + 1));
      return new EquivalentAddressGroup(new InetSocketAddress(host, port));
    } catch (IllegalArgumentException none) {
      throw new IllegalArgumentException("\"" + address + "\" should be HOST:PORT", none);
    }
  }
}
