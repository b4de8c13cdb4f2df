package pentathlon.sdk;

import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;

/** HTTP proxies between a bot and its referee. */
final class Proxies {
  private Proxies() {}

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
  static boolean isInTheWay(String address) {
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
