import { isIPv6 } from "node:net";

const GROUPS = 8;
/** The part of an IPv6 address that names a network; hosts choose the rest as they like. */
const NETWORK_GROUPS = 4;

/**
 * What an address is counted as: an IPv4 address as itself, also where it is written as an IPv6 one;
 * an IPv6 address as the /64 network that it is in, since one caller has all of that.
 *
 * @param address As the connection or a proxy tells it; a text that is no address stays as it is.
 * @example
 * networkOf("2001:db8::17"); // "2001:db8:0:0::/64"
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) {
    return address;
  }
  // The URL writes every form of an address in one way, without dots.
  const { hostname } = new URL(`http://[${plain}]`);
  const groups = expand(hostname.slice(1, -1));
  const [a = 0, b = 0] = groups.slice(-2).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    return [a >> 8, a & 255, b >> 8, b & 255].join(".");
  }
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

function expand(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array<string>(GROUPS - first.length - last.length).fill("0");
  return [...first, ...zeros, ...last];
}
