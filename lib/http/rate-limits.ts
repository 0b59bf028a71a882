import { LRUCache } from "lru-cache";
import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { Problem } from "@/lib/errors";
import { limits } from "@/lib/limits";

/**
 * Requests are counted per window of this length, so a client can send all requests of a window in
 * one burst.
 */
const WINDOW_SECONDS = 10;
const MAX_WINDOWS = 50_000;

const policies = {
  client: { getRate: () => limits.clientRequestsPerSecond, subject: "from this network" },
  organization: {
    getRate: () => limits.organizationRequestsPerSecond,
    subject: "for this organization",
  },
};
type Policy = keyof typeof policies;

/** The usage of a limit. `remaining` is negative if the limit is exceeded. */
type Usage = { policy: Policy; limit: number; remaining: number; resetSeconds: number };

/** Counts requests to this process; other processes have their own counts. */
const windows = new LRUCache<string, { count: number; endsAtMs: number }>({ max: MAX_WINDOWS });

function countInWindow(policy: Policy, id: string, nowMs: number): Usage {
  const key = `${policy} ${id}`;
  let window = windows.get(key);
  const latestEndMs = nowMs + WINDOW_SECONDS * 1000;
  // A window that ends later was opened before the clock was set back.
  if (window === undefined || window.endsAtMs <= nowMs || window.endsAtMs > latestEndMs) {
    window = { count: 0, endsAtMs: latestEndMs };
    windows.set(key, window);
  }
  window.count += 1;
  const limit = policies[policy].getRate() * WINDOW_SECONDS;
  return {
    policy,
    limit,
    remaining: limit - window.count,
    resetSeconds: Math.ceil((window.endsAtMs - nowMs) / 1000),
  };
}

/** Counts one request against its limits. Clients on this machine are exempt. */
export class RateLimits {
  private readonly usages: Usage[] = [];

  constructor(
    private readonly client: Client,
    private readonly now: Date,
  ) {}

  /** Throws 429 if the client's network exceeds its limit. */
  countForClient(): void {
    this.count("client", getClientNetwork(this.client));
  }

  /** Throws 429 if the requests for the organization exceed its limit. */
  countForOrganization(id: string): void {
    this.count("organization", id);
  }

  private count(policy: Policy, id: string): void {
    if (this.client.isLocal || this.client.ipAddress === "") return;
    const usage = countInWindow(policy, id, this.now.getTime());
    this.usages.push(usage);
    if (usage.remaining >= 0) return;
    const { getRate, subject } = policies[policy];
    throw new Problem(
      "too_many_requests",
      `Too many requests ${subject}. Send at most ${getRate()} per second, and try again later.`,
      { headers: { "Retry-After": String(usage.resetSeconds) } },
    );
  }

  /**
   * Adds `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10, sections 3
   * and 4).
   */
  addHeaders(headers: Headers): void {
    if (this.usages.length === 0) return;
    const list = (format: (usage: Usage) => string) => this.usages.map(format).join(", ");
    headers.set(
      "RateLimit-Policy",
      list(({ policy, limit }) => `"${policy}";q=${limit};w=${WINDOW_SECONDS}`),
    );
    headers.set(
      "RateLimit",
      list(
        ({ policy, remaining, resetSeconds }) =>
          `"${policy}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
      ),
    );
  }
}
