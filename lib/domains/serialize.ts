import { z } from "zod";
import { timestamp } from "@/lib/wire";
import type { Domain, Installation } from "./queries";
import { challengeName, challengeUrls, servedUntil } from "./rules";

export const domainStates = ["none", "unverified", "verified", "failing"] as const;

const dnsRecord = (type: [string, ...string[]], name: string, value: string) =>
  z.object({ type: z.enum(type), name: z.string().meta({ examples: [name] }), value: z.string().meta({ examples: [value] }) }).nullable();

/** The custom domain on the wire. */
export const domainWire = z
  .object({
    host: z.string().nullable().meta({ examples: ["status.acme.example"] }),
    state: z.enum(domainStates),
    url: z.string().nullable().meta({ examples: ["https://status.acme.example"] }),
    page_url: z.string().nullable().meta({ examples: ["https://status.acme.example"] }),
    proof_record: dnsRecord(["TXT"], "_candor-challenge.status.acme.example", "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE"),
    proof_file: z
      .object({ url: z.string().meta({ examples: ["https://status.acme.example/.well-known/candor-challenge.txt"] }), content: z.string().meta({ examples: ["kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE"] }) })
      .nullable(),
    address_record: dnsRecord(["CNAME", "A", "AAAA"], "status.acme.example", "candor.example.com"),
    problem: z.string().nullable().meta({ examples: ["There is no TXT record _candor-challenge.status.acme.example. https://status.acme.example/.well-known/candor-challenge.txt answers 404."] }),
    created_at: timestamp().nullable(),
    updated_at: timestamp().nullable(),
    verified_at: timestamp().nullable(),
    checked_at: timestamp().nullable(),
    served_until: timestamp().nullable(),
  })
  .meta({
    id: "Domain",
    description: `A host of its own for the public page; with state none there is none, and all else but page_url is null. The page is served there, at url, from when it was verified: by the TXT record proof_record, or the file proof_file. address_record is how the host is led to this installation, null when that does not know its own name (BASE_URL). problem says what the last check found in place of the proof.

page_url is where the page is read, with a domain or without: what to give to others, and what its feeds, badge and widget are below. It is null when the installation does not know its own name.

A verified host is checked every day. It is failing while it is certain that the proof is gone, and served until served_until, unless the proof is back before. A name server or web server that does not answer proves nothing.`,
  });

export function serializeDomain(domain: Domain | null, { host: installation, originOf, pageUrl }: Installation): z.infer<typeof domainWire> {
  const iso = (time: Date | null | undefined) => time?.toISOString() ?? null;
  const host = domain?.host ?? null;
  const served = domain === null || domain.verifiedAt === null ? null : domain.host;
  const isNameless = installation === "localhost";
  return {
    host,
    state: domain === null ? "none" : domain.verifiedAt === null ? "unverified" : domain.missingSince === null ? "verified" : "failing",
    url: served && originOf(served),
    page_url: served === null && isNameless ? null : pageUrl(served),
    proof_record: domain && { type: "TXT", name: challengeName(domain.host), value: domain.token },
    proof_file: domain && { url: challengeUrls(domain.host)[0]!, content: domain.token },
    address_record: host === null || isNameless ? null : { type: recordType(installation), name: host, value: installation.replace(/^\[(.*)\]$/, "$1") },
    problem: domain?.problem ?? null,
    created_at: iso(domain?.createdAt),
    updated_at: iso(domain?.updatedAt),
    verified_at: iso(domain?.verifiedAt),
    checked_at: iso(domain?.checkedAt),
    served_until: domain && iso(servedUntil(domain)),
  };
}

/** What the audit log keeps of a domain. */
export const serializeForAudit = (domain: Pick<Domain, "host" | "verifiedAt"> | null) => ({ domain: domain && { host: domain.host, verified: domain.verifiedAt !== null } });

const recordType = (host: string) => (host.startsWith("[") ? "AAAA" : /^\d+\.\d+\.\d+\.\d+$/.test(host) ? "A" : "CNAME");
