import { Resolver } from "node:dns/promises";
import { get } from "@/lib/outbound/client";
import { OutboundError } from "@/lib/outbound/reasons";
import { challengeName, challengeUrls, type Finding, type Proof, weigh } from "./rules";

/** Where a proof is looked for. */
export type Places = {
  resolveTxt: (name: string) => Promise<string[][]>;
  get: typeof get;
};

/** Looks for the proof that a host belongs to whoever holds the token. */
export type Prove = (of: { host: string; token: string }) => Promise<Proof>;

const DNS_TIMEOUT_MS = 2_000;
const FILE_TIMEOUT_MS = 5_000;
/** Characters that are repeated of what a record says. */
const QUOTED_LENGTH = 80;
const QUOTED_COUNT = 3;

const system: Places = { resolveTxt: (name) => new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolveTxt(name), get };

/** Looks in the DNS, then for the file. Never throws. */
export const proveHost = async ({ host, token }: { host: string; token: string }, places: Places = system): Promise<Proof> => {
  const dns = await lookUp(host, token, places);
  return weigh(dns, dns.state === "found" ? dns : await fetchFile(host, token, places));
};

async function lookUp(host: string, token: string, { resolveTxt }: Places): Promise<Finding> {
  const name = challengeName(host);
  try {
    const values = (await resolveTxt(name)).map((parts) => parts.join("").trim());
    if (values.includes(token)) return { state: "found" };
    if (values.length > 0) return { state: "absent", words: `The TXT record ${name} says ${values.slice(0, QUOTED_COUNT).map(quote).join(" and ")}, which is not the value expected.` };
  } catch (error) {
    const { code = "" } = error as { code?: string };
    // The answer that there is none; all else is none.
    if (code !== "ENOTFOUND" && code !== "ENODATA") return { state: "unknown", words: `The TXT record ${name} could not be looked up (${/^[A-Z]{1,40}$/.test(code) ? code.replace(/^E/, "") : "no answer"}).` };
  }
  return { state: "absent", words: `There is no TXT record ${name}.` };
}

// eslint-disable-next-line no-control-regex -- these are what is taken out
const quote = (value: string) => `“${value.slice(0, QUOTED_LENGTH).toWellFormed().replace(/[\0-\x1f\x7f]/g, " ")}${value.length > QUOTED_LENGTH ? "…" : ""}”`;

async function fetchFile(host: string, token: string, places: Places): Promise<Finding> {
  const findings = await Promise.all(challengeUrls(host).map((url) => fetchOne(url, token, places)));
  return findings.find(({ state }) => state === "found") ?? findings.find(({ state }) => state === "absent") ?? findings[0]!;
}

async function fetchOne(url: string, token: string, places: Places): Promise<Finding> {
  try {
    const { statusCode, text } = await places.get(url, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
    if (statusCode === 200) return text.trim() === token ? { state: "found" } : { state: "absent", words: `${url} says something else than the value expected.` };
    // A server in trouble says nothing of what it has.
    return { state: statusCode >= 500 || statusCode === 429 ? "unknown" : "absent", words: `${url} answers ${statusCode}.` };
  } catch (error) {
    const said = error instanceof OutboundError ? error : new OutboundError("The connection failed.");
    return { state: said.isUnknownHost ? "absent" : "unknown", words: `${url} cannot be fetched: ${said.message.charAt(0).toLowerCase()}${said.message.slice(1)}` };
  }
}
