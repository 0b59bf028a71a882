import { z } from "zod";
import { env } from "@/lib/env";
import { getHostOrigin, getInstallationHost, getPageUrl } from "@/lib/links";
import { nullableText, timestamp } from "@/lib/response-schemas";
import type { Domain } from "./queries";
import { getChallengeRecordName, getChallengeUrls, getGracePeriodEnd } from "./rules";

const domainStates = ["none", "unverified", "verified", "failing"] as const;

const defineDnsRecord = (type: [string, ...string[]], name: string, value: string) =>
  z
    .object({
      type: z.enum(type),
      name: z.string().meta({ examples: [name] }),
      value: z.string().meta({ examples: [value] }),
    })
    .nullable();

export const domainSchema = z
  .object({
    host: nullableText("status.acme.example"),
    state: z.enum(domainStates),
    url: nullableText("https://status.acme.example"),
    page_url: nullableText("https://status.acme.example"),
    proof_record: defineDnsRecord(
      ["TXT"],
      "_candor-challenge.status.acme.example",
      "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE",
    ),
    proof_file: z
      .object({
        url: z
          .string()
          .meta({ examples: ["https://status.acme.example/.well-known/candor-challenge.txt"] }),
        content: z.string().meta({ examples: ["kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE"] }),
      })
      .nullable(),
    address_record: defineDnsRecord(
      ["CNAME", "A", "AAAA"],
      "status.acme.example",
      "candor.example.com",
    ),
    problem: nullableText(
      "There is no TXT record at _candor-challenge.status.acme.example. " +
        "https://status.acme.example/.well-known/candor-challenge.txt returned HTTP 404.",
    ),
    created_at: timestamp().nullable(),
    updated_at: timestamp().nullable(),
    verified_at: timestamp().nullable(),
    checked_at: timestamp().nullable(),
    served_until: timestamp().nullable(),
  })
  .meta({
    id: "Domain",
    description:
      "The custom domain of the status page. If `state` is `none`, no domain is set and " +
      "every field except `page_url` is null.\n\n" +
      "Verify the domain with either the TXT record in `proof_record` or the file in " +
      "`proof_file`; the page is then served at `url`. `address_record` is the DNS record " +
      "that points the host to this installation. It is null if `BASE_URL` is not set or " +
      "has a loopback host. `problem` explains why the last check failed.\n\n" +
      "`page_url` is the URL to share, with or without a custom domain; the feeds, badge, " +
      "and widget are under it. It is null if neither a verified domain nor `BASE_URL` is " +
      "set.\n\n" +
      "A verified host is checked once a day. If the record and the file are both missing, " +
      "`state` is `failing` and the page is served until `served_until`, unless one of " +
      "them is restored first. A record or file does not count as missing if its server " +
      "does not respond.",
  });

function getState(domain: Domain | null): z.infer<typeof domainSchema>["state"] {
  if (domain === null) return "none";
  if (domain.verifiedAt === null) return "unverified";
  return domain.missingSince === null ? "verified" : "failing";
}

export function serializeDomain(
  domain: Domain | null,
  organizationId: string,
): z.infer<typeof domainSchema> {
  const toIsoTime = (time: Date | null | undefined) => time?.toISOString() ?? null;
  const host = domain?.host ?? null;
  const installation = getInstallationHost();
  const served = domain === null || domain.verifiedAt === null ? null : domain.host;
  return {
    host,
    state: getState(domain),
    url: served && getHostOrigin(served),
    page_url:
      served === null && env.BASE_URL === undefined ? null : getPageUrl(organizationId, served),
    proof_record: domain && {
      type: "TXT",
      name: getChallengeRecordName(domain.host),
      value: domain.token,
    },
    proof_file: domain && { url: getChallengeUrls(domain.host)[0]!, content: domain.token },
    address_record:
      host === null || isLoopback(installation)
        ? null
        : {
            type: recordType(installation),
            name: host,
            value: installation.replace(/^\[(.*)\]$/, "$1"),
          },
    problem: domain?.problem ?? null,
    created_at: toIsoTime(domain?.createdAt),
    updated_at: toIsoTime(domain?.updatedAt),
    verified_at: toIsoTime(domain?.verifiedAt),
    checked_at: toIsoTime(domain?.checkedAt),
    served_until: domain && toIsoTime(getGracePeriodEnd(domain)),
  };
}

export const serializeForAudit = (domain: Pick<Domain, "host" | "verifiedAt"> | null) => ({
  domain: domain && { host: domain.host, verified: domain.verifiedAt !== null },
});

const isLoopback = (host: string) => /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(host);

const recordType = (host: string) =>
  host.startsWith("[") ? "AAAA" : /^\d+\.\d+\.\d+\.\d+$/.test(host) ? "A" : "CNAME";
