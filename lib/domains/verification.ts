import { Resolver } from "node:dns/promises";
import type { OutboundClient } from "@/lib/outbound/outbound-client";
import { OutboundError } from "@/lib/outbound/outbound-error";
import {
  getChallengeRecordName,
  getChallengeUrls,
  combineChecks,
  type SourceCheck,
  type VerificationResult,
} from "./rules";

export type VerificationSources = {
  resolveTxt: (name: string) => Promise<string[][]>;
  get: OutboundClient["get"];
};

type Challenge = { host: string; token: string };
export type VerifyHost = (challenge: Challenge) => Promise<VerificationResult>;
export type CheckTxtRecord = (challenge: Challenge) => Promise<SourceCheck>;

const DNS_TIMEOUT_MS = 2_000;
const FILE_TIMEOUT_MS = 5_000;
const QUOTE_LENGTH = 80;
const MAX_QUOTES = 3;

const network: VerificationSources = {
  resolveTxt: (name) => new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolveTxt(name),
  // The first check loads the HTTP client, so that the server starts faster.
  get: async (url, request) => {
    const { getOutbound } = await import("@/lib/outbound/outbound-client");
    return getOutbound(url, request);
  },
};

/** Checks the TXT record, and if it does not have the token, the file. Never throws. */
export const verifyHost = async (
  challenge: Challenge,
  sources: VerificationSources = network,
): Promise<VerificationResult> => {
  const dns = await checkTxtRecord(challenge, sources);
  const file = dns.state === "found" ? dns : await checkFiles(challenge, sources);
  return combineChecks(dns, file);
};

export async function checkTxtRecord(
  { host, token }: Challenge,
  { resolveTxt }: Pick<VerificationSources, "resolveTxt"> = network,
): Promise<SourceCheck> {
  const name = getChallengeRecordName(host);
  try {
    const values = (await resolveTxt(name)).map((parts) => parts.join("").trim());
    if (values.includes(token)) return { state: "found" };
    const quotes = values.slice(0, MAX_QUOTES).map(quote);
    if (quotes.length > 0)
      return {
        state: "absent",
        problem:
          `The TXT record ${name} has ` +
          `${quotes.length === 1 ? "the wrong value" : "wrong values"}: ${quotes.join(", ")}.`,
      };
  } catch (error) {
    const { code = "" } = error as { code?: string };
    // Only these codes mean that the TXT record does not exist.
    if (code !== "ENOTFOUND" && code !== "ENODATA") {
      const reason = /^[A-Z]{1,40}$/.test(code) ? code.replace(/^E/, "") : "no response";
      return {
        state: "unknown",
        problem: `The DNS lookup of the TXT record ${name} failed (${reason}).`,
      };
    }
  }
  return { state: "absent", problem: `There is no TXT record at ${name}.` };
}

// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const CONTROL_CHARACTERS = /[\0-\x1f\x7f]/g;

function quote(value: string): string {
  const start = value.slice(0, QUOTE_LENGTH).toWellFormed().replace(CONTROL_CHARACTERS, " ");
  return `“${start}${value.length > QUOTE_LENGTH ? "…" : ""}”`;
}

async function checkFiles(
  { host, token }: Challenge,
  sources: VerificationSources,
): Promise<SourceCheck> {
  const checks = await Promise.all(
    getChallengeUrls(host).map((url) => checkFile(url, token, sources)),
  );
  return (
    checks.find(({ state }) => state === "found") ??
    checks.find(({ state }) => state === "absent") ??
    checks[0]!
  );
}

async function checkFile(
  url: string,
  token: string,
  sources: VerificationSources,
): Promise<SourceCheck> {
  try {
    const { statusCode, text, location } = await sources.get(url, {
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
    });
    if (statusCode === 200)
      return text.trim() === token
        ? { state: "found" }
        : { state: "absent", problem: `${url} has the wrong content.` };
    // A server error, a rate limit, or a redirect to the HTTPS URL, which is checked separately,
    // does not show whether the file exists.
    const isUpgrade = location === url.replace(/^http:/, "https:");
    return {
      state: statusCode >= 500 || statusCode === 429 || isUpgrade ? "unknown" : "absent",
      problem: `${url} returned HTTP ${statusCode}.`,
    };
  } catch (error) {
    const { message, isUnknownHost } =
      error instanceof OutboundError ? error : new OutboundError("The connection failed.");
    const reason = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
    return {
      state: isUnknownHost ? "absent" : "unknown",
      problem: `${url} could not be fetched: ${reason}`,
    };
  }
}
