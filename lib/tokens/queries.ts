import { LRUCache } from "lru-cache";
import type { TokenActor } from "@/lib/actor";
import { takePage } from "@/lib/cursor";
import { reader, transaction } from "@/lib/db/database";
import { log } from "@/lib/log";
import { findTokenWithRole, parseGrants } from "@/lib/organizations/queries";
import type { OrganizationScope } from "@/lib/organizations/scope";
import type { Grant } from "@/lib/roles";
import { hashToken } from "@/lib/encryption";
import { TOKEN_PREFIX } from "./rules";
import type { tokenRoles } from "./schema";

export const TOKENS_PAGE_SIZE = 100;

export type ApiToken = {
  id: string;
  organizationId: string;
  name: string;
  role: (typeof tokenRoles)[number];
  grants: Grant[];
  hint: string;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

export async function listTokens(
  scope: OrganizationScope,
  before: string | undefined,
): Promise<{ tokens: ApiToken[]; next: string | null }> {
  const rows = await reader().apiToken.findMany({
    where: { organizationId: scope.id, ...(before !== undefined && { id: { lt: before } }) },
    omit: { tokenHash: true },
    orderBy: { id: "desc" },
    take: TOKENS_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, TOKENS_PAGE_SIZE);
  return { tokens: page.map(parseTokenRow), next: last?.id ?? null };
}

type TokenRow = Omit<ApiToken, "role" | "grants"> & { role: string; grants: string };
export const parseTokenRow = (row: TokenRow): ApiToken => ({
  ...row,
  role: row.role as ApiToken["role"],
  grants: parseGrants(row.grants),
});

/** Each process saves the last use of a token at most this often, to limit writes. */
export const TOKEN_LAST_USE_PRECISION_MS = 60_000;

const recentWrites = new LRUCache<string, number>({ max: 10_000 });

/**
 * Returns the actor of an API token, whose role is at most that of its creator. Returns null if the
 * token is unknown or has expired, or if its creator is disabled or has left the organization.
 */
export async function findToken(token: string, now: Date): Promise<TokenActor | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const row = await findTokenWithRole(reader(), { tokenHash: hashToken(token) });
  if (row === null || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  recordTokenUse(row.id, now);
  return {
    kind: "token",
    tokenId: row.id,
    name: row.name,
    organizationId: row.organizationId,
    role: row.role,
    grants: row.grants,
    createdBy: row.createdBy,
  };
}

/** Saves the last use in the background. A failure is only logged. */
function recordTokenUse(id: string, now: Date): void {
  if ((recentWrites.get(id) ?? 0) > now.getTime() - TOKEN_LAST_USE_PRECISION_MS) return;
  recentWrites.set(id, now.getTime());
  transaction((tx) => tx.apiToken.updateMany({ where: { id }, data: { lastUsedAt: now } })).catch(
    (error: unknown) =>
      log.warn({ error: String(error) }, "the last use of a token could not be saved"),
  );
}
