import { LRUCache } from "lru-cache";
import { type Client, storedUserAgent } from "@/lib/actor";
import { cutPage } from "@/lib/cursor";
import { reader, transaction, type Tx } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { newToken } from "@/lib/sealing";
import type { User } from "./accounts";
import { SESSION_LIFETIME_S } from "./session-cookie";

/** Sessions in one page of the list. */
export const SESSIONS_PAGE_SIZE = 100;
/** How exactly it is known when a session was used last. */
export const LAST_USE_STEP_MS = 5 * 60_000;

export type Session = { readonly id: string; readonly tokenHash: string; readonly user: User };

/** Opens a session and returns its token, which is kept nowhere. */
export async function openSession(tx: Tx, userId: string, client: Client, now: Date): Promise<string> {
  const { token, hash } = newToken();
  await tx.session.create({
    data: {
      id: newId(),
      tokenHash: hash,
      userId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_S * 1000),
      ipAddress: client.ipAddress,
      userAgent: storedUserAgent(client),
    },
    select: { id: true },
  });
  return token;
}

/** The session with this token and its user, or null when there is none or it has expired. */
export async function findSession(tokenHash: string, now: Date): Promise<Session | null> {
  // Written by hand because every request pays for it: the two tables in one statement.
  const [row] = await reader().$queryRaw<(User & { sessionId: string; expiresAt: Date; lastUsedAt: Date })[]>`
    SELECT u.id, u.email, u.name, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
      s.id AS "sessionId", s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt"
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ${tokenHash}`;
  if (row === undefined || row.expiresAt <= now) return null;
  const { sessionId: id, expiresAt: _, lastUsedAt, ...user } = row;
  if (now.getTime() - lastUsedAt.getTime() >= LAST_USE_STEP_MS) noteUse(id, now);
  return { id, tokenHash, user };
}

/** Uses that are being written down: a burst of requests writes one. */
const writing = new LRUCache<string, number>({ max: 10_000 });

/** Writes down that it was used, beside the request: nobody waits for it, and nothing is lost if it fails. */
function noteUse(id: string, now: Date): void {
  if ((writing.get(id) ?? 0) > now.getTime() - LAST_USE_STEP_MS) return;
  writing.set(id, now.getTime());
  transaction((tx) => tx.session.updateMany({ where: { id, lastUsedAt: { lt: now } }, data: { lastUsedAt: now } })).catch((error: unknown) =>
    log.warn({ error: String(error) }, "the last use of a session could not be written down"),
  );
}

/** A session as its user sees it; `current` is the one that asks. */
export type SessionRecord = { id: string; ipAddress: string; userAgent: string; createdAt: Date; lastUsedAt: Date; expiresAt: Date; current: boolean };

/** The sessions of a user that hold, at most {@link SESSIONS_PAGE_SIZE}, newest first; `next` leads to the older ones. */
export async function listSessions(session: Session, before: string | undefined, now: Date): Promise<{ sessions: SessionRecord[]; next: string | null }> {
  const rows = await reader().session.findMany({
    where: { userId: session.user.id, expiresAt: { gt: now }, ...(before !== undefined && { id: { lt: before } }) },
    select: { id: true, ipAddress: true, userAgent: true, createdAt: true, lastUsedAt: true, expiresAt: true },
    orderBy: { id: "desc" },
    take: SESSIONS_PAGE_SIZE + 1,
  });
  const { page, last } = cutPage(rows, SESSIONS_PAGE_SIZE);
  return { sessions: page.map((row) => ({ ...row, current: row.id === session.id })), next: last?.id ?? null };
}

/** Ends a session of the user by its id. 404 when the user has none such. */
export async function endOwnSession({ user }: Session, id: string): Promise<void> {
  const { count } = await transaction((tx) => tx.session.deleteMany({ where: { id, userId: user.id } }));
  if (count === 0) throw notFound("This session");
}

/** Ends all sessions of the user but this one. */
export async function endOtherSessions({ id, user }: Session): Promise<void> {
  await transaction((tx) => tx.session.deleteMany({ where: { userId: user.id, id: { not: id } } }));
}

/** Ends a session. False when it had been ended already. */
export async function endSession(session: Pick<Session, "tokenHash">): Promise<boolean> {
  const { count } = await transaction((tx) => tx.session.deleteMany({ where: { tokenHash: session.tokenHash } }));
  return count > 0;
}
