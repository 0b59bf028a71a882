import { LRUCache } from "lru-cache";
import { type Bulk, bulkReader, bulkTransaction, reader, transaction, type Tx } from "@/lib/db";
import { createManageLink, createOneClickUnsubscribeLink } from "@/lib/links";
import { createEmailJobRow } from "@/lib/email/jobs";
import { toEmailOrganization, emailOrganizationFields } from "@/lib/email/organization";
import { decrypt } from "@/lib/encryption";
import { consumeQuota, createRecipientThrottleKey } from "@/lib/throttle";
import { countedAttempts, delayAfter, MAX_ATTEMPTS } from "./backoff";
import type { Channel, NotificationMessage, Outcome } from "./channel";
import { type DeliveryKey, historyEntry, idOf } from "./delivery-row";
import type { EventKind } from "./events";
import { holdEmails, stateOfEmail } from "./held-emails";
import { openPayload } from "./outbox";

/**
 * Subscribers that one transaction of fan-out looks at: short enough that no other writer waits
 * long.
 */
export const FAN_OUT_BATCH = 250;
/** Rows that one statement writes down. */
const CHUNK = 50;
/** How long a claim holds: well past the longest attempt, so that only a dead process loses it. */
export const DELIVERY_LEASE_MS = 60_000;
/**
 * This many failures in a row within {@link QUARANTINE_WINDOW_MS} put an endpoint into quarantine.
 */
export const QUARANTINE_FAILURES = 10;
const QUARANTINE_WINDOW_MS = 60 * 60_000;

/**
 * States of a delivery; `held` ones wait for their endpoint to come out of quarantine, or as
 * lib/notifications/held-emails.ts says.
 */
export const deliveryStates = ["pending", "held", "delivered", "dead", "cancelled"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery that this process may attempt until its lease ends. */
export type Claim = DeliveryKey & {
  id: string;
  target: string;
  attempts: number;
  leasedUntil: Date;
};

/** A subscriber as it lies in the database. */
export type SealedSubscriber = {
  id: string;
  state: string;
  channel: string;
  target: string;
  address: string;
  secrets: string | null;
  tokens: string;
  isSelfService: unknown;
};
const sealedColumns = `s.id, s.state, s.channel, s.target, s.address, s.secrets, s.tokens,
  s.is_self_service AS "isSelfService"`;

/** The next subscribers that an event may have to reach, and where its fan-out stands with them. */
export type Batch = {
  eventId: string;
  organizationId: string;
  from: string;
  to: string | null;
  /** Those who hear of it. */
  subscribers: SealedSubscriber[];
};

/** The rest of these texts decides who hears of an event; its values are {@link hearingValues}. */
const hears = (
  affected: number,
) => `(s.state IN ('active', 'quarantined') AND s.confirmed_revision < ?
  AND (s.everything
    OR EXISTS (SELECT 1 FROM subscriber_components c WHERE c.subscriber_id = s.id
      AND ${affected === 0 ? "1 = 0" : `c.component_id IN (${marks(affected)})`})
    OR EXISTS (SELECT 1 FROM subscriber_incidents i WHERE i.subscriber_id = s.id AND i.incident_id = ?)))`;
const hearingValues = ({ revision, incidentId, affected }: LoadedEvent["audience"]) => [
  revision,
  ...affected,
  incidentId,
];

/**
 * How many active subscribers of an organization hear of an event, by channel: those for whom
 * fan-out makes deliveries that are sent.
 */
export async function countAudience(
  organizationId: string,
  audience: LoadedEvent["audience"],
): Promise<{ channel: Channel; count: number }[]> {
  const rows = await bulkReader().all<{ channel: Channel; count: number | string }>(
    `SELECT s.channel, COUNT(*) AS "count" FROM subscribers s
     WHERE s.organization_id = ? AND s.state = 'active' AND ${hears(audience.affected.length)} GROUP BY s.channel`,
    [organizationId, ...hearingValues(audience)],
  );
  // PostgreSQL counts further than a number goes.
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}

const isReady = "fanned_out_at IS NULL AND (not_before IS NULL OR not_before <= ?)";

/**
 * The next subscribers of an event that still lacks deliveries, read without a lock. Organizations
 * have turns, so that
 * nobody waits behind another's 100,000: it is that of the first one after `organizationId`. Null
 * when no event is due by `now`.
 */
export async function nextBatch(organizationId: string, now: Date): Promise<Batch | null> {
  const db = bulkReader();
  const oldest = (after: string) =>
    db.all<{ id: string; organizationId: string; cursor: string }>(
      `SELECT id, organization_id AS "organizationId", fan_out_cursor AS "cursor" FROM notification_events
       WHERE ${isReady} AND organization_id > ? ORDER BY organization_id, revision, id LIMIT 1`,
      [now, after],
    );
  const event =
    (await oldest(organizationId))[0] ??
    (organizationId === "" ? undefined : (await oldest(""))[0]);
  if (event === undefined) return null;
  const audience = (await loadEvents([event.id])).get(event.id)?.audience;
  if (audience === undefined) return null;
  const rows = await db.all<SealedSubscriber & { hears: unknown }>(
    `SELECT ${sealedColumns}, CASE WHEN ${hears(audience.affected.length)} THEN 1 ELSE 0 END AS "hears"
     FROM subscribers s WHERE s.organization_id = ? AND s.id > ? ORDER BY s.id LIMIT ?`,
    [...hearingValues(audience), event.organizationId, event.cursor, FAN_OUT_BATCH],
  );
  const to = rows.length < FAN_OUT_BATCH ? null : rows.at(-1)!.id;
  return {
    eventId: event.id,
    organizationId: event.organizationId,
    from: event.cursor,
    to,
    subscribers: rows.filter((row) => Number(row.hears) === 1),
  };
}

/**
 * Makes the deliveries of a batch: one row per event and subscriber, whoever else does the same at
 * the same time. Those of
 * active subscribers come into being as claims of the caller's, which saves claiming them, except
 * for `unclaimed` ones.
 */
export async function fanOut(
  { eventId, organizationId, from, to }: Batch,
  unclaimed: readonly string[],
  now: Date,
): Promise<Claim[]> {
  const audience = (await loadEvents([eventId])).get(eventId)?.audience;
  if (audience === undefined) return [];
  const leasedUntil = new Date(now.getTime() + DELIVERY_LEASE_MS);
  // As many as the next power of two, so that there are few texts.
  const others =
    unclaimed.length === 0
      ? []
      : Array.from(
          { length: 2 ** Math.ceil(Math.log2(unclaimed.length)) },
          (_, index) => unclaimed[Math.min(index, unclaimed.length - 1)]!,
        );
  const awake = "(s.retry_after_until IS NULL OR s.retry_after_until <= ?)";
  const rows = await bulkTransaction(async (db) => {
    const unconfirmed = (await holdEmails(db, organizationId))
      ? "(s.channel = 'email' AND s.self_confirmed_at IS NULL)"
      : "1 = 0";
    // Its row lock lines up the processes that fan out the same event: whoever comes second finds
    // that it has gone on.
    const moved = await db.all(
      `UPDATE notification_events SET fan_out_cursor = ?, fanned_out_at = ${to === null ? "?" : "NULL"}
       WHERE id = ? AND fanned_out_at IS NULL AND fan_out_cursor = ? RETURNING id`,
      [to ?? from, ...(to === null ? [now] : []), eventId, from],
    );
    if (moved.length === 0) return [];
    const isOther = others.length === 0 ? "" : ` AND s.id NOT IN (${marks(others.length)})`;
    const claimed = `s.state = 'active' AND NOT ${unconfirmed} AND ${awake}${isOther}`;
    return db.all<{ subscriberId: string; target: string; state: string; attempts: number }>(
      `INSERT INTO deliveries (organization_id, event_id, subscriber_id, channel, target, state, attempts,
         next_attempt_at, created_at)
       SELECT s.organization_id, ?, s.id, s.channel, s.target,
         CASE WHEN s.state = 'quarantined' OR ${unconfirmed} THEN 'held' ELSE 'pending' END,
         CASE WHEN ${claimed} THEN 1 ELSE 0 END,
         CASE WHEN ${claimed} THEN ? WHEN s.retry_after_until > ? THEN s.retry_after_until ELSE ? END, ?
       FROM subscribers s
       WHERE s.organization_id = ? AND s.id > ? ${to === null ? "" : "AND s.id <= ?"}
         AND ${hears(audience.affected.length)}
       ON CONFLICT DO NOTHING RETURNING subscriber_id AS "subscriberId", target, state, attempts`,
      [
        eventId,
        now,
        ...others,
        now,
        ...others,
        leasedUntil,
        now,
        now,
        now,
        organizationId,
        from,
        ...(to === null ? [] : [to]),
        ...hearingValues(audience),
      ],
    );
  });
  return rows
    .filter(({ attempts }) => attempts === 1)
    .map(({ subscriberId, target, attempts }) => ({
      id: idOf({ eventId, subscriberId }),
      organizationId,
      eventId,
      subscriberId,
      target,
      attempts,
      leasedUntil,
    }));
}

const marks = (count: number): string => Array(count).fill("?").join(", ");
/**
 * A table `k` of {@link CHUNK} rows, its columns named as both engines name them: `column1` and so
 * on.
 */
const rowsOf = (columns: number): string =>
  `(VALUES ${Array(CHUNK)
    .fill(`(${marks(columns)})`)
    .join(", ")}) AS k`;
const isKey = "organization_id = k.column1 AND event_id = k.column2 AND subscriber_id = k.column3";

/**
 * The values of {@link rowsOf}: the last row is repeated up to their number, so that there is one
 * text.
 */
function valuesOf<T>(chunk: readonly T[], row: (item: T) => readonly unknown[]): unknown[] {
  const values: unknown[] = [];
  for (let index = 0; index < CHUNK; index++)
    values.push(...row(chunk[Math.min(index, chunk.length - 1)]!));
  return values;
}
const keyOf = ({ organizationId, eventId, subscriberId }: DeliveryKey) => [
  organizationId,
  eventId,
  subscriberId,
];

const isDue = "state = 'pending' AND next_attempt_at <= ?";
/**
 * No index answers this: SQLite would rather pass over all pending rows than look up some by their
 * key.
 */
const stillDue = `CASE WHEN ${isDue} THEN 1 ELSE 0 END = 1`;
const claimText = `UPDATE deliveries SET next_attempt_at = ?, attempts = attempts + 1 FROM ${rowsOf(3)}
  WHERE ${isKey} AND ${stillDue}
  RETURNING organization_id AS "organizationId", event_id AS "eventId",
    subscriber_id AS "subscriberId", target, attempts`;

/**
 * Claims up to `limit` due deliveries, passing over the targets that are `busy`. They are looked up
 * before the lock is
 * taken, for the search may pass over many; whoever else found the same and was first has them.
 */
export async function claimDue(
  now: Date,
  limit: number,
  busy: readonly string[],
): Promise<Claim[]> {
  const leasedUntil = new Date(now.getTime() + DELIVERY_LEASE_MS);
  const free = busy.length === 0 ? "1 = 1" : `target NOT IN (${marks(busy.length)})`;
  const found = await bulkReader().all<DeliveryKey>(
    `SELECT organization_id AS "organizationId", event_id AS "eventId", subscriber_id AS "subscriberId"
     FROM deliveries WHERE ${isDue} AND ${free} ORDER BY next_attempt_at LIMIT ?`,
    [now, ...busy, limit],
  );
  if (found.length === 0) return [];
  const rows = await bulkTransaction(async (db) => {
    const claimed: Omit<Claim, "id" | "leasedUntil">[] = [];
    for (const chunk of inChunks(found))
      claimed.push(
        ...(await db.all<Omit<Claim, "id" | "leasedUntil">>(claimText, [
          leasedUntil,
          ...valuesOf(chunk, keyOf),
          now,
        ])),
      );
    return claimed;
  });
  return rows.map((row) => ({ ...row, id: idOf(row), leasedUntil }));
}

function inChunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

/** At most {@link CHUNK} ids, the last one repeated up to that number: one text, prepared once. */
const amongIds = `id IN (${marks(CHUNK)})`;
const padded = (ids: readonly string[]) => valuesOf(ids, (id) => [id]);

/**
 * Gives back claims whose attempt was not begun: they are due at once, and it was none. A claim
 * that was lost is left alone.
 */
export async function release(claims: readonly Claim[], now: Date): Promise<void> {
  if (claims.length === 0) return;
  const leases = new Set(claims.map(({ leasedUntil }) => leasedUntil.getTime()));
  await bulkTransaction(async (db) => {
    for (const lease of leases) {
      for (const chunk of inChunks(
        claims.filter(({ leasedUntil }) => leasedUntil.getTime() === lease),
      )) {
        await db.run(
          `UPDATE deliveries SET next_attempt_at = ?, attempts = attempts - 1 FROM ${rowsOf(3)}
            WHERE ${isKey} AND state = 'pending' AND next_attempt_at = ?`,
          [now, ...valuesOf(chunk, keyOf), new Date(lease)],
        );
      }
    }
  });
}

/** What waits to be fanned out or sent by now. Asked before a claim, for asking takes no lock. */
export async function findDue(
  now: Date,
): Promise<{ events: boolean; deliveries: boolean; jobs: boolean }> {
  const [found] = await bulkReader().all<Record<"events" | "deliveries" | "jobs", unknown>>(
    `SELECT EXISTS (SELECT 1 FROM notification_events WHERE ${isReady}) AS "events",
      EXISTS (SELECT 1 FROM deliveries WHERE ${isDue}) AS "deliveries",
      EXISTS (SELECT 1 FROM mail_jobs WHERE ${isDue}) AS "jobs"`,
    [now, now, now],
  );
  // SQLite answers with numbers.
  return {
    events: Boolean(Number(found!.events)),
    deliveries: Boolean(Number(found!.deliveries)),
    jobs: Boolean(Number(found!.jobs)),
  };
}

type LoadedEvent = {
  /** The organization's revision before the event was read. */
  readAt: number;
  event: NotificationMessage["event"];
  organization: NotificationMessage["organization"];
  /** What decides who hears of it. */
  audience: { revision: number; incidentId: string; affected: string[] };
};
/** Of events without a revision. Both engines' integers go this far. */
const AFTER_ALL_CONFIRMATIONS = 2 ** 31 - 1;
const EVENTS_KEPT = 100;
const events = new LRUCache<string, LoadedEvent>({ max: EVENTS_KEPT });

/**
 * Events by their ids, if they exist. A cached one is read again after any change to its
 * organization: updates can be deleted.
 */
async function loadEvents(ids: readonly string[]): Promise<Map<string, LoadedEvent>> {
  const loaded = new Map<string, LoadedEvent>();
  // Revisions are read before events: a change in between only means that an event is read once
  // more.
  const current = await reader().notificationEvent.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, organization: { select: { revision: true } } },
  });
  const revisions = new Map(current.map(({ id, organization }) => [id, organization.revision]));
  const unknown = ids.filter((id) => {
    const known = events.get(id);
    if (known === undefined || known.readAt !== revisions.get(id)) return revisions.has(id);
    loaded.set(id, known);
    return false;
  });
  if (unknown.length === 0) return loaded;
  const rows = await reader().notificationEvent.findMany({
    where: { id: { in: unknown } },
    include: { organization: { select: emailOrganizationFields } },
  });
  for (const { organization: from, ...row } of rows) {
    const { id, kind, createdAt, incidentId } = row;
    const organization = toEmailOrganization(from);
    const payload = openPayload(row, organization.url);
    const audience = {
      revision: row.revision ?? AFTER_ALL_CONFIRMATIONS,
      incidentId: incidentId ?? "",
      affected: payload.components.map((component) => component.id),
    };
    const event: LoadedEvent = {
      readAt: revisions.get(id)!,
      event: { id, kind: kind as EventKind, createdAt, payload },
      organization,
      audience,
    };
    events.set(id, event);
    loaded.set(id, event);
  }
  return loaded;
}

/**
 * What to send for each claim, in their order: null when its subscriber cannot be opened, undefined
 * when its event or
 * subscriber is gone. Subscribers that were read just now need not be read again.
 */
export async function loadMessages(
  claims: readonly Claim[],
  now: Date,
  read: readonly SealedSubscriber[] = [],
): Promise<(Omit<NotificationMessage, "now"> | null | undefined)[]> {
  const known = await loadEvents([...new Set(claims.map(({ eventId }) => eventId))]);
  const byId = new Map(read.map((subscriber) => [subscriber.id, subscriber]));
  const unknown = [
    ...new Set(claims.map(({ subscriberId }) => subscriberId).filter((id) => !byId.has(id))),
  ];
  for (const chunk of inChunks(unknown)) {
    for (const subscriber of await bulkReader().all<SealedSubscriber>(
      `SELECT ${sealedColumns} FROM subscribers s WHERE ${amongIds}`,
      padded(chunk),
    ))
      byId.set(subscriber.id, subscriber);
  }
  const left: Claim[] = [];
  const messages = claims.map((claim) => {
    const subscriber = byId.get(claim.subscriberId);
    const loaded = known.get(claim.eventId);
    if (subscriber === undefined || loaded === undefined) return undefined;
    if (subscriber.state !== "active") {
      left.push(claim);
      return undefined;
    }
    const opened = openSubscriber(subscriber, now);
    return (
      opened && {
        id: claim.id,
        event: loaded.event,
        organization: loaded.organization,
        subscriber: opened,
      }
    );
  });
  await setAside(left, now);
  return messages;
}

/** Claims for those who left, or fell into quarantine, while the event was fanned out. */
async function setAside(claims: readonly Claim[], now: Date): Promise<void> {
  if (claims.length === 0) return;
  const OR = claims.map(({ organizationId, eventId, subscriberId }) => ({
    organizationId,
    eventId,
    subscriberId,
  }));
  await transaction(async (tx) => {
    await tx.delivery.updateMany({
      where: { OR, state: "pending", subscriber: { state: "quarantined" } },
      data: { state: "held" },
    });
    await tx.delivery.updateMany({
      where: { OR, state: "pending", subscriber: { state: { not: "active" } } },
      data: { state: "cancelled", finishedAt: now },
    });
  });
}

type Opened = {
  sealed: Pick<SealedSubscriber, "address" | "secrets">;
  address: string;
  secrets: { secret: string; expires_at: string | null }[];
  links: NotificationMessage["subscriber"]["links"];
};
/**
 * Opening takes longer than all else but the sending; those who were told lately will be told of
 * the next update.
 */
const OPENED_KEPT = 10_000;
const opened = new LRUCache<string, Opened>({ max: OPENED_KEPT });

/** Null when it was sealed under a secret that is gone: that must stop nobody else's message. */
function openSubscriber(
  { id, channel, address, secrets, tokens, isSelfService }: SealedSubscriber,
  now: Date,
): NotificationMessage["subscriber"] | null {
  let known = opened.get(tokens);
  if (known === undefined || known.sealed.address !== address || known.sealed.secrets !== secrets) {
    try {
      const { manage, unsubscribe } = decrypt<{ manage: string; unsubscribe: string }>(tokens);
      known = {
        sealed: { address, secrets },
        address: channel === "email" || channel === "webhook" ? address : decrypt<string>(address),
        secrets: secrets === null ? [] : decrypt(secrets),
        links: {
          manage: createManageLink(manage),
          unsubscribe: createOneClickUnsubscribeLink(unsubscribe),
        },
      };
    } catch {
      return null;
    }
    opened.set(tokens, known);
  }
  const holding = known.secrets
    .filter(({ expires_at }) => expires_at === null || new Date(expires_at) > now)
    .map(({ secret }) => secret);
  // SQLite returns a number.
  return {
    id,
    channel: channel as Channel,
    address: known.address,
    secrets: holding,
    links: known.links,
    isSelfService: Boolean(isSelfService),
  };
}

/** An attempt that was made, with what came of it. */
export type Attempt = { claim: Claim; at: Date; durationMs: number; outcome: Outcome };

const entryOf = ({ at, durationMs, outcome }: Attempt): string =>
  historyEntry({
    at: at.toISOString(),
    duration_ms: Math.round(durationMs),
    status_code: outcome.statusCode,
    error: outcome.error,
    response: outcome.response,
  });

/**
 * Writes down what came of attempts: the attempts themselves, the state of their deliveries, and
 * what it means for their
 * subscribers (unsubscribed after 410, quarantined after too many failures in a row). What was
 * written down before,
 * by a transaction that seemed to fail, stays as it is.
 */
export async function settle(
  attempts: readonly Attempt[],
  now: Date,
  random: () => number,
): Promise<void> {
  const arrived = attempts.filter(({ outcome }) => outcome.ok);
  if (arrived.length > 0) {
    await bulkTransaction(async (db) => {
      for (const chunk of inChunks(arrived)) await finish(db, chunk, now);
    });
  }
  const failed = attempts.filter(({ outcome }) => !outcome.ok);
  if (failed.length > 0) {
    await transaction(async (tx) => {
      for (const attempt of failed) await settleFailure(tx, attempt, now, random());
    });
  }
}

const isUnfinished = "state IN ('pending', 'held')";
/** Whether an entry is not yet in the history; each has a time of its own. */
const isNew = (entry: string) => `(history = '' OR replace(history, ${entry}, '') = history)`;
/**
 * A message that arrived although its delivery was canceled meanwhile was delivered all the same.
 */
const finishText = `UPDATE deliveries SET finished_at = CASE WHEN ${isUnfinished} THEN ? ELSE finished_at END,
  state = CASE WHEN ${isUnfinished} OR state = 'cancelled' THEN 'delivered' ELSE state END,
  history = history || k.column4
  FROM ${rowsOf(4)} WHERE ${isKey} AND ${isNew("k.column4")}`;
const recoverText = `UPDATE subscribers SET failures = 0, failing_since = NULL WHERE ${amongIds} AND failures > 0`;

/**
 * Finishes deliveries that have arrived, as far as they are still there: a subscriber may have been
 * deleted meanwhile.
 */
async function finish(db: Bulk, arrived: readonly Attempt[], now: Date): Promise<void> {
  await db.run(finishText, [
    now,
    ...valuesOf(arrived, (attempt) => [...keyOf(attempt.claim), entryOf(attempt)]),
  ]);
  await db.run(recoverText, padded(arrived.map(({ claim }) => claim.subscriberId)));
}

async function settleFailure(tx: Tx, attempt: Attempt, now: Date, random: number): Promise<void> {
  const { claim, outcome } = attempt;
  const { organizationId, eventId, subscriberId } = claim;
  const { isMailDown = false } = outcome;
  const attempts = countedAttempts(claim.attempts, isMailDown);
  // An outage of days adds no more entries than its first attempts.
  const entry = attempts < claim.attempts ? "" : entryOf(attempt);
  const written = await tx.$executeRaw`
    UPDATE deliveries SET history = history || ${entry}
    WHERE organization_id = ${organizationId} AND event_id = ${eventId} AND subscriber_id = ${subscriberId}
      AND (${entry} = '' OR replace(history, ${entry}, '') = history)`;
  // It is gone, or has been written down before.
  if (written === 0) return;
  const delay = outcome.permanent ? null : delayAfter(attempts, random);
  const wait = delay === null ? null : Math.max(delay, outcome.retryAfterMs ?? 0);
  await tx.delivery.updateMany({
    where: { organizationId, eventId, subscriberId, state: { in: ["pending", "held"] } },
    data:
      wait === null
        ? { state: "dead", finishedAt: now }
        : { nextAttemptAt: new Date(now.getTime() + wait), ...(isMailDown && { attempts }) },
  });
  if (outcome.gone) {
    await tx.subscriber.updateMany({
      where: { id: subscriberId },
      data: { state: "unsubscribed", updatedAt: now },
    });
    await tx.delivery.updateMany({
      where: { subscriberId, state: { in: ["pending", "held"] } },
      data: { state: "cancelled", finishedAt: now },
    });
    return;
  }
  if (outcome.retryAfterMs !== undefined)
    await rest(tx, subscriberId, new Date(now.getTime() + outcome.retryAfterMs));
  // Whoever is asked to come later, and does, is not knocking in vain.
  if (outcome.statusCode === 429 && outcome.retryAfterMs !== undefined) return;
  if (!outcome.unsent) await countFailure(tx, subscriberId, outcome, now);
}

/**
 * Retry-After is asked for by the endpoint, not by one message: nothing goes there before `until`.
 */
async function rest(tx: Tx, subscriberId: string, until: Date): Promise<void> {
  await tx.subscriber.updateMany({ where: { id: subscriberId }, data: { retryAfterUntil: until } });
  await tx.delivery.updateMany({
    where: { subscriberId, state: "pending", nextAttemptAt: { lt: until } },
    data: { nextAttemptAt: until },
  });
}

/**
 * Whether a claim is still to be sent: its subscriber may have left since, or asked to be left
 * alone.
 */
export async function isStillDue({
  organizationId,
  eventId,
  subscriberId,
  leasedUntil,
}: Claim): Promise<boolean> {
  return (
    (await reader().delivery.count({
      where: {
        organizationId,
        eventId,
        subscriberId,
        state: "pending",
        nextAttemptAt: leasedUntil,
      },
    })) > 0
  );
}

async function countFailure(
  tx: Tx,
  subscriberId: string,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const windowStart = new Date(now.getTime() - QUARANTINE_WINDOW_MS);
  const [row] = await tx.$queryRaw<
    { failures: number; failingSince: Date; state: string; channel: string }[]
  >`
    UPDATE subscribers SET
      failures = CASE WHEN failing_since IS NULL OR failing_since < ${windowStart}
        THEN 1 ELSE failures + 1 END,
      failing_since = CASE WHEN failing_since IS NULL OR failing_since < ${windowStart}
        THEN ${now} ELSE failing_since END
    WHERE id = ${subscriberId} RETURNING failures, failing_since AS "failingSince", state, channel`;
  if (
    row === undefined ||
    row.failures < QUARANTINE_FAILURES ||
    row.state !== "active" ||
    row.channel === "email"
  )
    return;
  const subscriber = await tx.subscriber.update({
    where: { id: subscriberId },
    data: { state: "quarantined", quarantinedAt: now, updatedAt: now },
    select: {
      channel: true,
      address: true,
      target: true,
      contactEmail: true,
      tokens: true,
      organization: { select: { ...emailOrganizationFields, memberships: ownersOnly } },
    },
  });
  await tx.delivery.updateMany({
    where: { subscriberId, state: "pending" },
    data: { state: "held" },
  });
  const owners = subscriber.organization.memberships.map(({ user }) => user.email);
  const data = {
    organization: toEmailOrganization(subscriber.organization),
    channel: subscriber.channel,
    endpoint: subscriber.channel === "webhook" ? subscriber.address : subscriber.target,
    failures: row.failures,
    failing_since: row.failingSince.toISOString(),
    last_error: outcome.error ?? "",
    token: decrypt<{ manage: string }>(subscriber.tokens).manage,
  };
  const { contactEmail, organization } = subscriber;
  const state = await stateOfEmail(tx, organization.id);
  // A held email is counted for its recipient when it is released.
  if (
    contactEmail !== null &&
    (state === "held" ||
      (await consumeQuota(tx, [createRecipientThrottleKey(contactEmail)], 1, now)).granted === 1)
  ) {
    await tx.mailJob.create({
      data: createEmailJobRow({
        recipient: contactEmail,
        template: "quarantine",
        data,
        now,
        organizationId: organization.id,
        state,
      }),
      select: { id: true },
    });
  } else
    await tx.mailJob.createMany({
      data: owners.map((recipient) =>
        createEmailJobRow({ recipient, template: "quarantine", data, now }),
      ),
    });
}

const ownersOnly = {
  where: { role: "owner" },
  select: { user: { select: { email: true } } },
} as const;

/** A mail to be sent, claimed like a delivery. */
export type JobClaim = {
  id: string;
  recipient: string;
  template: string;
  data: string;
  attempts: number;
  leasedUntil: Date;
};

export async function claimEmailJobs(now: Date, limit: number): Promise<JobClaim[]> {
  const leasedUntil = new Date(now.getTime() + DELIVERY_LEASE_MS);
  const rows = await transaction(
    (tx) => tx.$queryRaw<Omit<JobClaim, "leasedUntil">[]>`
      UPDATE mail_jobs SET next_attempt_at = ${leasedUntil}, attempts = attempts + 1
      WHERE state = 'pending' AND next_attempt_at <= ${now}
        AND id IN (SELECT id FROM mail_jobs WHERE state = 'pending' AND next_attempt_at <= ${now}
          ORDER BY next_attempt_at LIMIT ${limit})
      RETURNING id, recipient, template, data, attempts`,
  );
  return rows.map((row) => ({ ...row, leasedUntil }));
}

/**
 * Writes down what came of a mail. Its data, which carry tokens, are emptied once it has left or is
 * given up.
 */
export async function settleJob(
  job: JobClaim,
  outcome: Outcome,
  now: Date,
  random: number,
): Promise<void> {
  const attempts = countedAttempts(job.attempts, outcome.isMailDown ?? false);
  const delay = outcome.permanent ? null : delayAfter(attempts, random);
  const done = outcome.ok
    ? { state: "sent", data: "" }
    : delay === null
      ? { state: "dead", data: "" }
      : { nextAttemptAt: new Date(now.getTime() + delay), attempts };
  await transaction((tx) =>
    tx.mailJob.updateMany({
      where: { id: job.id, state: "pending" },
      data: { ...done, error: outcome.error },
    }),
  );
}

/**
 * Whether a delivery was claimed for the last time before, by a process that did not live to write
 * down what came of it.
 */
export const isSpent = (claim: { attempts: number }): boolean => claim.attempts > MAX_ATTEMPTS;
