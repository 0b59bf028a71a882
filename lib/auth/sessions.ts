import { LRUCache } from "lru-cache";
import {
  type Client,
  type Context,
  NO_CLIENT,
  truncateUserAgent,
  type UserActor,
} from "@/lib/actor";
import { takePage } from "@/lib/cursor";
import { reader, transaction, type Tx } from "@/lib/db/database";
import { env } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { generateToken } from "@/lib/encryption";
import type { User } from "./accounts";
import { runAccountTransaction } from "./activity";
import type { AccountEventKind } from "./rules";
import { SESSION_LIFETIME_S } from "./session-cookie";

const SESSIONS_PAGE_SIZE = 100;
/** The last use of a session is saved at most this often, to limit writes. */
export const SESSION_LAST_USE_PRECISION_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

export type Session = {
  readonly id: string;
  readonly tokenHash: string;
  readonly user: User;
  readonly passwordAt: Date;
  /** Whether the user administers the installation. */
  readonly isAdministrator: boolean;
};

/** Creates a session and returns its token, of which only the hash is stored. */
export async function createSession(
  tx: Tx,
  userId: string,
  client: Client,
  now: Date,
): Promise<string> {
  const { token, hash } = generateToken();
  await tx.session.create({
    data: {
      id: newId(),
      tokenHash: hash,
      userId,
      createdAt: now,
      lastUsedAt: now,
      passwordAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_S * 1000),
      ipAddress: client.ipAddress,
      userAgent: truncateUserAgent(client),
    },
    select: { id: true },
  });
  await saveActivity(tx, userId, now);
  return token;
}

const saveActivity = (tx: Tx, userId: string, now: Date) =>
  tx.user.updateMany({
    where: { id: userId, OR: [{ lastActiveAt: null }, { lastActiveAt: { lt: now } }] },
    data: { lastActiveAt: now },
  });

const getSessionEnd = ({ expiresAt, lastUsedAt }: { expiresAt: Date; lastUsedAt: Date }): Date =>
  env.SESSION_IDLE_DAYS === undefined
    ? expiresAt
    : new Date(
        Math.min(expiresAt.getTime(), lastUsedAt.getTime() + env.SESSION_IDLE_DAYS * DAY_MS),
      );

/** Sessions that were last used at or before the returned time have ended. */
export const getIdleLimit = (now: Date): Date =>
  env.SESSION_IDLE_DAYS === undefined
    ? new Date(0)
    : new Date(now.getTime() - env.SESSION_IDLE_DAYS * DAY_MS);

const createActiveFilter = (now: Date) => ({
  expiresAt: { gt: now },
  lastUsedAt: { gt: getIdleLimit(now) },
});

/** Finds a session. Returns null if it has ended or its user is disabled. */
export async function findSession(tokenHash: string, now: Date): Promise<Session | null> {
  // This runs on every request, so it sends one statement. Prisma's API would send two.
  const [row] = await reader().$queryRaw<
    (User & {
      sessionId: string;
      expiresAt: Date;
      lastUsedAt: Date;
      openedAt: Date;
      passwordAt: Date | null;
      isAdministrator: boolean | number;
    })[]
  >`
    SELECT u.id, u.email, u.name, u.theme, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
      s.id AS "sessionId", s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt",
      s.created_at AS "openedAt", s.password_at AS "passwordAt",
      u.is_administrator AS "isAdministrator"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND u.disabled_at IS NULL`;
  if (row === undefined || getSessionEnd(row) <= now) return null;
  const { sessionId: id, expiresAt: _, lastUsedAt, openedAt, passwordAt, ...account } = row;
  const { isAdministrator, ...user } = account;
  if (now.getTime() - lastUsedAt.getTime() >= SESSION_LAST_USE_PRECISION_MS)
    recordSessionUse(id, user.id, now);
  return {
    ...{ id, tokenHash, user, passwordAt: passwordAt ?? openedAt },
    isAdministrator: Boolean(isAdministrator),
  };
}

const recentWrites = new LRUCache<string, number>({ max: 10_000 });

/**
 * Saves the last use of a session in the background. If that fails, `last_used_at` is out of date.
 */
function recordSessionUse(id: string, userId: string, now: Date): void {
  if ((recentWrites.get(id) ?? 0) > now.getTime() - SESSION_LAST_USE_PRECISION_MS) return;
  recentWrites.set(id, now.getTime());
  transaction(async (tx) => {
    // Locks the user before the session, as other transactions that lock both do, to prevent
    // deadlocks.
    await saveActivity(tx, userId, now);
    await tx.session.updateMany({
      where: { id, lastUsedAt: { lt: now } },
      data: { lastUsedAt: now },
    });
  }).catch((error: unknown) =>
    log.warn({ error: String(error) }, "the last use of a session could not be saved"),
  );
}

export type SessionSummary = {
  id: string;
  ipAddress: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  current: boolean;
};

export async function listSessions(
  session: Session,
  before: string | undefined,
  now: Date,
): Promise<{ sessions: SessionSummary[]; next: string | null }> {
  const rows = await reader().session.findMany({
    where: {
      userId: session.user.id,
      ...createActiveFilter(now),
      ...(before !== undefined && { id: { lt: before } }),
    },
    omit: { tokenHash: true },
    orderBy: { id: "desc" },
    take: SESSIONS_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, SESSIONS_PAGE_SIZE);
  return {
    sessions: page.map((row) => ({
      ...row,
      expiresAt: getSessionEnd(row),
      current: row.id === session.id,
    })),
    next: last?.id ?? null,
  };
}

export async function deleteEndedSessions(tx: Tx, now: Date): Promise<void> {
  await tx.session.deleteMany({ where: { NOT: createActiveFilter(now) } });
}

type UserContext = Context<UserActor>;

/** Ends one of the user's sessions. Throws 404 if it does not exist. */
export async function endOwnSession(
  context: UserContext,
  session: Session,
  id: string,
): Promise<void> {
  const kind = id === session.id ? "signed_out" : "session_ended";
  if (!(await deleteSessions(context, kind, { id, userId: session.user.id })))
    throw notFound("This session");
}

export async function endOtherSessions(context: UserContext, { id, user }: Session): Promise<void> {
  await deleteSessions(context, "other_sessions_ended", { userId: user.id, id: { not: id } });
}

export const endSession = (context: UserContext, { id }: Pick<Session, "id">): Promise<boolean> =>
  deleteSessions(context, "signed_out", { id });

const deleteSessions = (
  { actor, client = NO_CLIENT, now }: UserContext,
  kind: AccountEventKind,
  where: { id: string | { not: string }; userId?: string },
): Promise<boolean> =>
  runAccountTransaction(async (tx, recordEvent) => {
    const { count } = await tx.session.deleteMany({ where });
    if (count > 0) await recordEvent({ kind, userId: actor.userId, client, now });
    return count > 0;
  });
