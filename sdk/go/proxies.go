package pentathlon

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// isNearby tells whether an address is of this machine or of a private network:
// a Unix socket, "localhost", a name without a dot, or a loopback, private or
// link-local IP address. No HTTP proxy leads there, so connections take none.
func isNearby(address string) bool {
	if strings.HasPrefix(address, "unix") {
		return true
	}
	host := hostOf(address)
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	return !strings.Contains(host, ".")
}

// proxyInTheWay tells whether gRPC goes to the address through an HTTP proxy.
func proxyInTheWay(address string) bool {
	if isNearby(address) {
		return false
	}
	target := &http.Request{URL: &url.URL{Scheme: "https", Host: hostOf(address)}}
	proxy, err := http.ProxyFromEnvironment(target)
	return proxy != nil || err != nil
}

// hostOf is "127.0.0.1" of "ipv4:127.0.0.1:5757,10.0.0.1:5757".
func hostOf(address string) string {
	for _, scheme := range []string{"ipv4:", "ipv6:", "dns:"} {
		address = strings.TrimPrefix(address, scheme)
	}
	address, _, _ = strings.Cut(strings.TrimLeft(address, "/"), ",")
	if colon := strings.LastIndex(address, ":"); colon >= 0 {
		address = address[:colon]
	}
	return strings.Trim(address, "[]")
}
