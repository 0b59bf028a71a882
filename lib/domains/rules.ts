const HOST_MAX_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host name in ASCII, lower-cased, without a dot at its end; or why it is none that a page can have, as the end of a sentence ("must …"). */
export function judgeHost(text: string): { host: string } | { reason: string } {
  const given = text.trim().toLowerCase();
  if (given === "") return { reason: "must not be empty" };
  if (/[/?#@\\]/.test(given)) return { reason: "must be a host name alone, as in status.example.com: no https://, no path" };
  if (/:\d*$/.test(given) && !/:.*:/.test(given)) return { reason: "must have no port: visitors come by those of http and https" };
  if (!/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(given) || !URL.canParse(`http://${given}`)) return { reason: "must be a host name, as in status.example.com" };
  const host = new URL(`http://${given}`).hostname.replace(/\.$/, "");
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return { reason: "must be a name, not an address of the network" };
  if (host.length > HOST_MAX_LENGTH) return { reason: `must be at most ${HOST_MAX_LENGTH} characters` };
  if (/(?:^|\.)localhost$/.test(host)) return { reason: "must not be this machine’s own name" };
  const labels = host.split(".");
  if (labels.length < 2) return { reason: "must have a domain, as in status.example.com" };
  // No top-level domain is a number: what ends in one is half of an address.
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1)!)) return { reason: "must be a host name, as in status.example.com" };
  return { host };
}

export const CHALLENGE_PATH = "/.well-known/candor-challenge.txt";
/** The TXT record that proves a host. */
export const challengeName = (host: string): string => `_candor-challenge.${host}`;
/** The files of which one proves a host, the better one first. */
export const challengeUrls = (host: string): string[] => [`https://${host}${CHALLENGE_PATH}`, `http://${host}${CHALLENGE_PATH}`];

/** What a look at one place came to: `absent` when it is certain that no proof is there, `unknown` when nobody could tell. */
export type Finding = { state: "found" } | { state: "absent" | "unknown"; words: string };

/** What both places together say of a host; `problem` is what was found in place of the proof. */
export type Proof = { state: "found"; problem: null } | { state: "absent" | "unknown"; problem: string };

/** One proof is enough. It is absent when it is certain of both places: a name server or a web server that is down takes nobody's page away. */
export function weigh(dns: Finding, file: Finding): Proof {
  if (dns.state === "found" || file.state === "found") return { state: "found", problem: null };
  return { state: dns.state === "absent" && file.state === "absent" ? "absent" : "unknown", problem: `${dns.words} ${file.words}` };
}

/** A page is served without its proof for so long, in which somebody may notice. */
export const GRACE_MS = 7 * 24 * 60 * 60_000;
/** How often a proven host is checked again. */
export const CHECK_INTERVAL_MS = 24 * 60 * 60_000;

/** What a check decides on. */
export type Standing = { host: string; verifiedAt: Date | null; checkedAt: Date | null; missingSince: Date | null; problem: string | null };

/** What follows from a check: proven, still served, or no longer. Only what is certain begins or ends the days without proof. */
export function afterCheck(before: Standing, proof: Proof, now: Date): Standing {
  const checked = { ...before, checkedAt: now, problem: proof.problem };
  if (proof.state === "found") return { ...checked, verifiedAt: before.verifiedAt ?? now, missingSince: null };
  if (before.verifiedAt === null || proof.state === "unknown") return checked;
  const missingSince = before.missingSince ?? now;
  return now.getTime() - missingSince.getTime() >= GRACE_MS ? { ...checked, verifiedAt: null, missingSince: null } : { ...checked, missingSince };
}

/** Until when a host that lost its proof is served; null when it has it, or is not served. */
export const servedUntil = ({ missingSince }: Pick<Standing, "missingSince">): Date | null => missingSince && new Date(missingSince.getTime() + GRACE_MS);
