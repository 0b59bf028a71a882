import { reader } from "./db/database";

const isWaiting = { state: "pending" };
const isWaitingForFanOut = { fannedOutAt: null, withdrawnAt: null };

type Queue = "events" | "deliveries" | "emails" | "publications";

/** Returns when the oldest due entry of each queue became due, or null if none is due. */
export async function findOldestWaiting(now: Date): Promise<Record<Queue, Date | null>> {
  const db = reader();
  const where = { ...isWaiting, nextAttemptAt: { lte: now } };
  const select = { nextAttemptAt: true };
  const [event, delayedEvent, delivery, email, publication] = await Promise.all([
    db.notificationEvent.aggregate({
      where: { ...isWaitingForFanOut, notBefore: null },
      _min: { createdAt: true },
    }),
    db.notificationEvent.aggregate({
      where: { ...isWaitingForFanOut, notBefore: { lte: now } },
      _min: { notBefore: true },
    }),
    db.delivery.findFirst({ where, orderBy: { nextAttemptAt: "asc" }, select }),
    db.emailJob.findFirst({ where, orderBy: { nextAttemptAt: "asc" }, select }),
    db.publication.findFirst({
      where: { dueAt: { lte: now } },
      orderBy: { dueAt: "asc" },
      select: { dueAt: true },
    }),
  ]);
  const eventTimes = [event._min.createdAt, delayedEvent._min.notBefore].filter(
    (time) => time !== null,
  );
  return {
    events: eventTimes.sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
    deliveries: delivery?.nextAttemptAt ?? null,
    emails: email?.nextAttemptAt ?? null,
    publications: publication?.dueAt ?? null,
  };
}

/**
 * Returns the creation time of the oldest pending message of each channel. The email channel
 * includes emails to users.
 */
export async function findOldestUndelivered(): Promise<Map<string, Date>> {
  const db = reader();
  const select = { where: isWaiting, _min: { createdAt: true } } as const;
  const [deliveries, emails] = await Promise.all([
    db.delivery.groupBy({ by: ["channel"], ...select }),
    db.emailJob.aggregate(select),
  ]);
  const oldest = new Map<string, Date>();
  for (const { channel, _min } of [...deliveries, { channel: "email", ...emails }]) {
    const { createdAt } = _min;
    const known = oldest.get(channel);
    if (createdAt !== null && (known === undefined || createdAt < known))
      oldest.set(channel, createdAt);
  }
  return oldest;
}

/** Counts due events without fan-out, and deliveries and emails that wait for an attempt. */
export async function countWaiting(
  now: Date,
): Promise<Record<Exclude<Queue, "publications">, number>> {
  const db = reader();
  const [events, deliveries, emails] = await Promise.all([
    db.notificationEvent.count({
      where: { ...isWaitingForFanOut, OR: [{ notBefore: null }, { notBefore: { lte: now } }] },
    }),
    db.delivery.count({ where: isWaiting }),
    db.emailJob.count({ where: isWaiting }),
  ]);
  return { events, deliveries, emails };
}
