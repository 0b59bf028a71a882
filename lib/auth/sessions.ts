import { LRUCache } from "lru-cache";
import {
  type Client,
  type Context,
  NO_CLIENT,
  truncateUserAgent,
  type UserActor,
} from "@/lib/actor";
import { takePage } from "@/lib/cursor";
import { reader, transaction, type Tx } from "@/lib/db";
import { env } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { generateToken } from "@/lib/encryption";
import type { User } from "./accounts";
import { runAccountTransaction } from "./activity";
import type { AccountEventKind } from "./rules";
import { SESSION_LIFETIME_S } from "./session-cookie";

export const SESSIONS_PAGE_SIZE = 100;
/** A session's last use is saved at most this often. */
export const SESSION_LAST_USE_PRECISION_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

export type Session = {
  readonly id: string;
  readonly tokenHash: string;
  readonly user: User;
  /** When the password was last entered. */
  readonly passwordAt: Date;
};

/** Creates a session and returns its token. Only the hash of the token is stored. */
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
  return token;
}

/** When a session ends: 30 days after sign-in, or earlier if it is idle. */
const getSessionEnd = ({ expiresAt, lastUsedAt }: { expiresAt: Date; lastUsedAt: Date }): Date =>
  env.SESSION_IDLE_DAYS === undefined
    ? expiresAt
    : new Date(
        Math.min(expiresAt.getTime(), lastUsedAt.getTime() + env.SESSION_IDLE_DAYS * DAY_MS),
      );

/** The filter for sessions that have not ended. */
const createActiveFilter = (now: Date) => ({
  expiresAt: { gt: now },
  ...(env.SESSION_IDLE_DAYS !== undefined && {
    lastUsedAt: { gt: new Date(now.getTime() - env.SESSION_IDLE_DAYS * DAY_MS) },
  }),
});

/** The session with this token, or null if there is none or it has ended. */
export async function findSession(tokenHash: string, now: Date): Promise<Session | null> {
  // Runs on every request, so one statement reads both tables. Prisma would send two.
  const [row] = await reader().$queryRaw<
    (User & {
      sessionId: string;
      expiresAt: Date;
      lastUsedAt: Date;
      openedAt: Date;
      passwordAt: Date | null;
    })[]
  >`
    SELECT u.id, u.email, u.name, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
      s.id AS "sessionId", s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt",
      s.created_at AS "openedAt", s.password_at AS "passwordAt"
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ${tokenHash}`;
  if (row === undefined || getSessionEnd(row) <= now) return null;
  const { sessionId: id, expiresAt: _, lastUsedAt, openedAt, passwordAt, ...user } = row;
  if (now.getTime() - lastUsedAt.getTime() >= SESSION_LAST_USE_PRECISION_MS)
    recordSessionUse(id, now);
  return { id, tokenHash, user, passwordAt: passwordAt ?? openedAt };
}

/** Times of the last writes, so that a burst of requests causes one write. */
const recentWrites = new LRUCache<string, number>({ max: 10_000 });

/** Saves the time of a session's last use without delaying the request. A failure is harmless. */
function recordSessionUse(id: string, now: Date): void {
  if ((recentWrites.get(id) ?? 0) > now.getTime() - SESSION_LAST_USE_PRECISION_MS) return;
  recentWrites.set(id, now.getTime());
  transaction((tx) =>
    tx.session.updateMany({ where: { id, lastUsedAt: { lt: now } }, data: { lastUsedAt: now } }),
  ).catch((error: unknown) =>
    log.warn({ error: String(error) }, "the last use of a session could not be saved"),
  );
}

/** A session as its user sees it. `current` marks the session that makes the request. */
export type SessionSummary = {
  id: string;
  ipAddress: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  current: boolean;
};

/**
 * Lists at most {@link SESSIONS_PAGE_SIZE} active sessions of the user, newest first. `next` is the
 * cursor of the next page.
 */
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
    select: {
      id: true,
      ipAddress: true,
      userAgent: true,
      createdAt: true,
      lastUsedAt: true,
      expiresAt: true,
    },
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

/** Ends a session of the user. 404 if the user has no session with this ID. */
export async function endOwnSession(
  context: UserContext,
  session: Session,
  id: string,
): Promise<void> {
  const kind = id === session.id ? "signed_out" : "session_ended";
  if (!(await deleteSessions(context, kind, { id, userId: session.user.id })))
    throw notFound("This session");
}

/** Ends all sessions of the user except this one. */
export async function endOtherSessions(context: UserContext, { id, user }: Session): Promise<void> {
  await deleteSessions(context, "other_sessions_ended", { userId: user.id, id: { not: id } });
}

/** Ends the session. False if it had already ended. */
export const endSession = (context: UserContext, { id }: Pick<Session, "id">): Promise<boolean> =>
  deleteSessions(context, "signed_out", { id });

/** Deletes sessions. Returns whether there were any. */
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
