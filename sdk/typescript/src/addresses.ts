/** Addresses of referees: which may be gone to, and by which HTTP proxy. */
import { BlockList, isIP } from "node:net";

const NEARBY = new BlockList();
NEARBY.addSubnet("127.0.0.0", 8);
NEARBY.addSubnet("10.0.0.0", 8);
NEARBY.addSubnet("172.16.0.0", 12);
NEARBY.addSubnet("192.168.0.0", 16);
NEARBY.addSubnet("169.254.0.0", 16);
NEARBY.addAddress("::1", "ipv6");
NEARBY.addSubnet("fc00::", 7, "ipv6");
NEARBY.addSubnet("fe80::", 10, "ipv6");

/**
 * Whether a redirect may send a bot to `address`: to a host and port, or to a
 * socket on this machine if the bot's address (`own`) is one, too. Other targets
 * of gRPC are refused: they could name a resolver, or several places.
 */
export function mayGo(address: string, own: string): boolean {
  if (address.startsWith("unix:")) return own.startsWith("unix:");
  // gRPC would take it for sockets of this machine.
  if (address.startsWith("unix-abstract:")) return false;
  return /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5}$/.test(
    address,
  );
}

/**
 * Whether an address is of this machine or of a private network: a Unix socket,
 * "localhost", a name without a dot, or a loopback, private or link-local IP
 * address. No HTTP proxy leads there, so channels to it take none.
 */
export function isNearby(address: string): boolean {
  if (address.startsWith("unix")) return true;
  const host = hostOf(address);
  const kind = isIP(host);
  if (kind === 0) return !host.includes(".");
  return NEARBY.check(host, kind === 6 ? "ipv6" : "ipv4");
}

/**
 * The variable of the environment by which gRPC goes to the address through an
 * HTTP proxy; empty: it goes there itself.
 */
export function proxyVariable(
  address: string,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  if (isNearby(address)) return "";
  const { no_grpc_proxy, no_proxy } = environment;
  const host = hostOf(address);
  // As gRPC does: a list of hosts, and of domains in which hosts are.
  const domains = (no_grpc_proxy || no_proxy || "").split(",");
  const excepted = domains.map((domain) => domain.trim()).filter(Boolean);
  if (excepted.some((domain) => host.endsWith(domain))) return "";
  const names = ["grpc_proxy", "https_proxy", "http_proxy"];
  return names.find((name) => environment[name]) ?? "";
}

/** "127.0.0.1" of "ipv4:127.0.0.1:5757,10.0.0.1:5757". */
function hostOf(address: string): string {
  const target = address.replace(/^(ipv4:|ipv6:|dns:)?\/*/, "");
  const [first = ""] = target.split(",");
  return first.slice(0, first.lastIndexOf(":")).replace(/[[\]]/g, "");
}
