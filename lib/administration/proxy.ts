import { env } from "@/lib/env";
import { type Check, ok, warn } from "./checks";

/** Request headers that proxies set or forward, in display order. */
const HEADERS = [
  "host",
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * The client, protocol, and proxy headers of a request. `client` is an IP address. `client` and
 * `protocol` come from the headers only if the proxy is trusted (`TRUST_PROXY`).
 */
export type ReceivedRequest = {
  client: string;
  protocol: "http" | "https";
  headers: { name: string; value: string }[];
};

export const listProxyHeaders = (headers: Headers): ReceivedRequest["headers"] =>
  HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : { name, value };
  });

/**
 * Checks that a request's headers match `TRUST_PROXY` and `BASE_URL`. Returns a warning about the
 * first problem, if any.
 */
export function checkProxy(
  { client, protocol, headers }: ReceivedRequest,
  baseUrl = env.BASE_URL,
): Check {
  const name = "proxy";
  const given = new Map(headers.map((header) => [header.name, header.value]));
  const forwarded = given.get("x-forwarded-for");
  // If the proxy is not trusted, `client` is the address of the proxy itself.
  if (forwarded !== undefined && !forwarded.split(",").some((hop) => hop.trim() === client))
    return warn(
      name,
      `X-Forwarded-For (${forwarded}) is ignored, because ${client} is not a trusted proxy.`,
      `Set TRUST_PROXY=${client} if it is your proxy.`,
    );
  const base = baseUrl === undefined ? null : new URL(baseUrl);
  if (base?.protocol === "https:" && protocol === "http")
    return warn(
      name,
      "BASE_URL is HTTPS, but this request arrived as HTTP.",
      "Configure the proxy to send X-Forwarded-Proto: https, and set TRUST_PROXY to its address.",
    );
  const host = given.get("host") ?? "";
  if (base !== null && base.host !== host)
    return warn(
      name,
      `This request is for ${host}, but BASE_URL names ${base.host}.`,
      "Configure the proxy to pass the Host header, or correct BASE_URL.",
    );
  return ok(name, `This request is from ${client}, over ${protocol.toUpperCase()}.`);
}
