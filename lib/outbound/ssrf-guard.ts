import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";
import { parseUrl } from "@/lib/parse-url";

const MAX_URL_LENGTH = 2_048;

const privateRanges: Record<string, string> = {
  private: "a private address",
  loopback: "a loopback address",
  uniqueLocal: "a private address",
  carrierGradeNat: "a carrier-grade NAT address",
};
const blockedRanges: Record<string, string> = {
  linkLocal: "a link-local address",
  unspecified: "an unspecified address",
  multicast: "a multicast address",
  broadcast: "a broadcast address",
  ipv4Mapped: "an IPv4 address in IPv6 form",
  rfc6052: "an IPv4 address in IPv6 form",
  rfc6145: "an IPv4 address in IPv6 form",
  "6to4": "an IPv4 address in IPv6 form",
  teredo: "an IPv4 address in IPv6 form",
};

/** Addresses of cloud metadata services that are not in a link-local range. */
const metadataRanges = [
  "fd00:ec2::/32",
  "fd20:ce::254/128",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
].map((range) => ipaddr.parseCIDR(range));
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

export const isPrivateNetworkAllowed = (isSelfService: boolean): boolean =>
  env.WEBHOOK_ALLOW_PRIVATE === "everyone" ||
  (env.WEBHOOK_ALLOW_PRIVATE === "on" && !isSelfService);

export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() in privateRanges;

export function validateAddress(text: string, allowPrivate: boolean): string | null {
  if (isIP(text) === 0) return "an invalid address";
  const address = ipaddr.parse(text);
  if (
    metadataRanges.some(
      ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
    )
  )
    return "a cloud metadata service";
  const range = address.range();
  if (range === "unicast" && (address.kind() === "ipv4" || address.match(globalUnicast)))
    return null;
  if (range in privateRanges) return allowPrivate ? null : privateRanges[range]!;
  return blockedRanges[range] ?? "a reserved address";
}

/**
 * Returns why requests to a URL are blocked ("must …"), or null. The addresses of a host name are
 * only checked when a connection is opened.
 */
export function validateOutboundUrl(text: string, allowPrivate: boolean): string | null {
  if (text.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters`;
  const url = parseUrl(text);
  if (url === null) return "must be a valid URL";
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return "must start with https:// or http://";
  if (url.username !== "" || url.password !== "") return "must not contain a username or password";
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (port !== 80 && port !== 443 && port < 1024)
    return "must use port 80, 443, or a port above 1023";
  const host = getHostname(url);
  if (isIP(host) !== 0) {
    const reason = validateAddress(host, allowPrivate);
    return reason === null ? null : `must not point to ${reason}`;
  }
  if (!allowPrivate && /^(.*\.)?localhost\.?$/.test(host))
    return "must not point to a loopback address";
  return null;
}

export function getHostname(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
