import { LRUCache } from "lru-cache";
import type { TokenActor } from "@/lib/actor";
import { cutPage } from "@/lib/cursor";
import { reader, transaction } from "@/lib/db";
import { log } from "@/lib/log";
import type { OrganizationScope } from "@/lib/organizations/scope";
import type { Role } from "@/lib/roles";
import { hashToken } from "@/lib/sealing";
import { TOKEN_PREFIX } from "./rules";
import type { tokenRoles } from "./schema";

/** Tokens in one page of the list. */
export const TOKENS_PAGE_SIZE = 100;

export const tokenFields = { id: true, organizationId: true, name: true, role: true, hint: true, createdBy: true, createdAt: true, expiresAt: true, lastUsedAt: true } as const;

/** `createdBy` is the id of a user, or null when a token made it or the account is gone. */
export type ApiToken = {
  id: string;
  organizationId: string;
  name: string;
  role: (typeof tokenRoles)[number];
  hint: string;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

/** The tokens, at most {@link TOKENS_PAGE_SIZE}, newest first; `next` leads to the older ones. */
export async function listTokens(scope: OrganizationScope, before: string | undefined): Promise<{ tokens: ApiToken[]; next: string | null }> {
  const rows = await reader().apiToken.findMany({
    where: { organizationId: scope.id, ...(before !== undefined && { id: { lt: before } }) },
    select: tokenFields,
    orderBy: { id: "desc" },
    take: TOKENS_PAGE_SIZE + 1,
  });
  const { page, last } = cutPage(rows, TOKENS_PAGE_SIZE);
  return { tokens: page as ApiToken[], next: last?.id ?? null };
}

/** How exactly it is known when a token was used last. */
export const LAST_USE_STEP_MS = 60_000;

/** When the last use of a token was written down by this process; the row is asked every time whether the token holds. */
const written = new LRUCache<string, number>({ max: 10_000 });

/** The actor of a bearer token, or null when there is no such token or it has expired. */
export async function findToken(token: string, now: Date): Promise<TokenActor | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const row = await reader().apiToken.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { id: true, name: true, organizationId: true, role: true, expiresAt: true },
  });
  if (row === null || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  noteUse(row.id, now);
  return { kind: "token", tokenId: row.id, name: row.name, organizationId: row.organizationId, role: row.role as Role };
}

/** Writes down that it was used, beside the request: nobody waits for it, and nothing is lost if it fails. */
function noteUse(id: string, now: Date): void {
  if ((written.get(id) ?? 0) > now.getTime() - LAST_USE_STEP_MS) return;
  written.set(id, now.getTime());
  transaction((tx) => tx.apiToken.updateMany({ where: { id }, data: { lastUsedAt: now } })).catch((error: unknown) =>
    log.warn({ error: String(error) }, "the last use of a token could not be written down"),
  );
}
