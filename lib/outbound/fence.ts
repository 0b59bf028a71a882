import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";

/** Longest URL that is called, in characters. */
export const URL_LENGTH = 2_048;

/** What `WEBHOOK_ALLOW_PRIVATE=on` opens; the name of the range and what to call it. */
const privateRanges: Record<string, string> = {
  private: "a private address",
  loopback: "a loopback address",
  uniqueLocal: "a private address",
  carrierGradeNat: "a carrier's private address",
};
const closedRanges: Record<string, string> = {
  linkLocal: "a link-local address",
  unspecified: "no particular address",
  multicast: "a multicast address",
  broadcast: "a broadcast address",
  ipv4Mapped: "an IPv4 address in IPv6 form",
  rfc6052: "an IPv4 address in IPv6 form",
  rfc6145: "an IPv4 address in IPv6 form",
  "6to4": "an IPv4 address in IPv6 form",
  teredo: "an IPv4 address in IPv6 form",
};

/** Where clouds hand out credentials, other than link-local: AWS, Google, Alibaba, Azure, Oracle. */
const metadata = ["fd00:ec2::/32", "fd20:ce::254/128", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32"].map((range) => ipaddr.parseCIDR(range));
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Why this IP address must not be connected to, in words that do not repeat it; or null. */
export function judgeAddress(text: string, allowPrivate: boolean): string | null {
  if (isIP(text) === 0) return "no address";
  const address = ipaddr.parse(text);
  if (metadata.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))) return "a metadata service";
  const range = address.range();
  if (range === "unicast" && (address.kind() === "ipv4" || address.match(globalUnicast))) return null;
  if (range in privateRanges) return allowPrivate ? null : privateRanges[range]!;
  return closedRanges[range] ?? "a reserved address";
}

/**
 * Why this URL is not called, as the end of a sentence that begins with the field ("must …"); or null. Syntax, scheme,
 * port, credentials and literal addresses are judged here, in all spellings; names are judged when they are connected to.
 */
export function judgeUrl(text: string, allowPrivate: boolean = env.WEBHOOK_ALLOW_PRIVATE === "on"): string | null {
  if (text.length > URL_LENGTH) return `must be at most ${URL_LENGTH} characters`;
  if (!URL.canParse(text)) return "must be a URL";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must begin with http:// or https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (port !== 80 && port !== 443 && port < 1024) return "must have port 80, 443, or one from 1024 up";
  const host = hostOf(url);
  if (isIP(host) !== 0) {
    const reason = judgeAddress(host, allowPrivate);
    return reason === null ? null : `must not lead to ${reason}`;
  }
  if (!allowPrivate && /^(.*\.)?localhost\.?$/.test(host)) return "must not lead to a loopback address";
  return null;
}

/** A URL's host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
