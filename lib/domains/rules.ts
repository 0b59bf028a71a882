import { hostLabel } from "@/lib/host-label";
import { parseUrl } from "@/lib/parse-url";

const HOST_MAX_LENGTH = 253;

/** Returns the normalized host, or the reason that it is invalid, which starts with "must". */
export function validateHost(text: string): { host: string } | { reason: string } {
  const given = text.trim().toLowerCase();
  if (given === "") return { reason: "must not be empty" };
  if (/[/?#@\\]/.test(given))
    return {
      reason: "must be only a host name, such as status.example.com, without https:// or a path",
    };
  if (/:\d*$/.test(given) && !/:.*:/.test(given)) return { reason: "must not include a port" };
  const url = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(given) ? parseUrl(`http://${given}`) : null;
  if (url === null) return { reason: "must be a host name, such as status.example.com" };
  const host = url.hostname.replace(/\.$/, "");
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host))
    return { reason: "must be a host name, not an IP address" };
  if (host.length > HOST_MAX_LENGTH)
    return { reason: `must be at most ${HOST_MAX_LENGTH} characters` };
  if (/(?:^|\.)localhost$/.test(host)) return { reason: "must not be localhost" };
  const labels = host.split(".");
  if (labels.length < 2)
    return { reason: "must be a full domain name, such as status.example.com" };
  // With a numeric last label, URL parsers treat the host as an IP address.
  if (!labels.every((label) => hostLabel.test(label)) || /^\d+$/.test(labels.at(-1)!))
    return { reason: "must be a host name, such as status.example.com" };
  return { host };
}

export const CHALLENGE_PATH = "/.well-known/candor-challenge.txt";
export const getChallengeRecordName = (host: string): string => `_candor-challenge.${host}`;
/** Returns the URLs where the challenge file may be. The first one is recommended. */
export const getChallengeUrls = (host: string): string[] => [
  `https://${host}${CHALLENGE_PATH}`,
  `http://${host}${CHALLENGE_PATH}`,
];

/**
 * The result of looking for the token in DNS or in the file. `unknown` means that neither its
 * presence nor its absence is certain, for example because the server did not respond.
 */
export type SourceCheck = { state: "found" } | { state: "absent" | "unknown"; problem: string };

export type VerificationResult =
  { state: "found"; problem: null } | { state: "absent" | "unknown"; problem: string };

/**
 * Combines the checks of DNS and the file. The token in one of them is enough. The result is
 * `absent` only if both are, so that an outage does not take a page offline.
 */
export function combineChecks(dns: SourceCheck, file: SourceCheck): VerificationResult {
  if (dns.state === "found" || file.state === "found") return { state: "found", problem: null };
  return {
    state: dns.state === "absent" && file.state === "absent" ? "absent" : "unknown",
    problem: `${dns.problem} ${file.problem}`,
  };
}

/** How long a host is served after its token was first found missing. */
export const GRACE_PERIOD_MS = 7 * 24 * 60 * 60_000;
export const CHECK_INTERVAL_MS = 24 * 60 * 60_000;

export type VerificationStatus = {
  host: string;
  verifiedAt: Date | null;
  checkedAt: Date | null;
  missingSince: Date | null;
  problem: string | null;
};

/**
 * Returns the status after a check. A result of `unknown` neither starts nor ends the grace period.
 */
export function applyResult(
  before: VerificationStatus,
  result: VerificationResult,
  now: Date,
): VerificationStatus {
  const checked = { ...before, checkedAt: now, problem: result.problem };
  if (result.state === "found")
    return { ...checked, verifiedAt: before.verifiedAt ?? now, missingSince: null };
  if (before.verifiedAt === null || result.state === "unknown") return checked;
  const missingSince = before.missingSince ?? now;
  const hasExpired = now.getTime() - missingSince.getTime() >= GRACE_PERIOD_MS;
  return hasExpired
    ? { ...checked, verifiedAt: null, missingSince: null }
    : { ...checked, missingSince };
}

export const getGracePeriodEnd = ({
  missingSince,
}: Pick<VerificationStatus, "missingSince">): Date | null =>
  missingSince && new Date(missingSince.getTime() + GRACE_PERIOD_MS);
