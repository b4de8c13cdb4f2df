package pentathlon.sdk;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

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
  public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
    return Set.of(InetSocketAddress.class);
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args arguments) {
    if (!SCHEME.equals(target.getScheme())) {
      return null;
    }
    List<EquivalentAddressGroup> addresses = new ArrayList<>();
    String first = "";
    for (String address : target.getSchemeSpecificPart().split(",")) {
      int colon = address.lastIndexOf(':');
      String host = address.substring(0, Math.max(colon, 0)).replaceAll("[\\[\\]]", "");
      try {
        int port = Integer.parseInt(address.substring(colon + 1));
        addresses.add(new EquivalentAddressGroup(new InetSocketAddress(host, port)));
      } catch (IllegalArgumentException none) {
        throw new IllegalArgumentException("\"" + address + "\" should be HOST:PORT", none);
      }
      first = first.isEmpty() ? address : first;
    }
    return new Fixed(first, addresses);
  }

  /** A resolver that knows its addresses. */
  private static final class Fixed extends NameResolver {
    private final String authority;
    private final List<EquivalentAddressGroup> addresses;

    Fixed(String authority, List<EquivalentAddressGroup> addresses) {
      this.authority = authority;
      this.addresses = addresses;
    }

    @Override
    public String getServiceAuthority() {
      return authority;
    }

    @Override
    public void start(Listener2 listener) {
      listener.onResult(ResolutionResult.newBuilder().setAddresses(addresses).build());
    }

    @Override
    public void shutdown() {}
  }
}
