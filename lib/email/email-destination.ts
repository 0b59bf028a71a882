import { isIP } from "node:net";
import { join } from "node:path";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";
import { getBaseUrl } from "@/lib/links";
import { parseUrl } from "@/lib/parse-url";

export const getEmailDirectory = (): string => join(env.DATA_DIR, "mail");

export const getSmtpUrls = (): string[] =>
  (env.SMTP_URL ?? "")
    .split(/[\s,](?=smtps?:\/\/)/)
    .map((url) => url.trim().replace(/,$/, ""))
    .filter(Boolean);

export function parseSmtpUrl(text: string): { url: string; isTlsRequired: boolean } {
  // A URL with an unencoded password can't be parsed, but Nodemailer accepts it.
  const url = parseUrl(text);
  if (url === null) return { url: text, isTlsRequired: true };
  const isTlsRequired = url.searchParams.get("tls") !== "optional" && !isLoopback(url.hostname);
  for (const name of [
    "tls",
    ...(isTlsRequired ? ["requireTLS", "ignoreTLS", "opportunisticTLS"] : []),
  ])
    url.searchParams.delete(name);
  return { url: url.href, isTlsRequired };
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return isIP(host) === 0
    ? host === "localhost" || host.endsWith(".localhost")
    : ipaddr.process(host).range() === "loopback";
}

export function describeEmailDestination(): string {
  if (env.SMTP_URL === undefined)
    return `Emails are written to ${getEmailDirectory()}, because SMTP_URL is not set.`;
  const servers = getSmtpUrls().map((text) => {
    const url = parseUrl(text);
    return url === null ? "SMTP_URL" : `${url.protocol}//${url.host}`;
  });
  const links =
    env.BASE_URL === undefined
      ? ` Their links point to ${getBaseUrl()}, because BASE_URL is not set.`
      : "";
  return `Emails are sent from ${env.MAIL_FROM} through ${servers.join(", with a fallback to ")}.${links}`;
}
