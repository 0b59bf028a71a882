import type { Context } from "@/lib/actor";
import { requireComponents } from "@/lib/components/queries";
import { rerunAfterRace, type Tx } from "@/lib/db";
import { invalid, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { requireIncidents } from "@/lib/incidents/queries";
import { mailJobRow } from "@/lib/mail/jobs";
import { mailOrganization, mailOrganizationFields } from "@/lib/mail/organization";
import type { Channel } from "@/lib/notifications/channel";
import { writeInOrganization } from "@/lib/organizations/commands";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { newToken, open, seal } from "@/lib/sealing";
import { blocked, takeTurns, type ThrottleKey, throttleKey } from "@/lib/throttle";
import { requireAddress } from "./endpoints";
import { getSubscriber, type Subscriber } from "./queries";
import { expressWish, hashAddress, isCapability, newSecret, rotateSecrets, type Secret, showAddress, targetOf, type Wish } from "./rules";
import type { NewSubscriber, SubscriberChange, SubscriberState } from "./schema";
import { serializeSubscriber } from "./serialize";

const CONFIRMATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** A subscriber that was made, and the signing secret of its webhook, which is told once. */
export type Created = { subscriber: Subscriber; secret: string | null };

/** A subscriber out of quarantine, and how many of the deliveries that were held back are due, or cancelled. */
export type Reactivated = { subscriber: Subscriber } & Released;
type Released = { replayed: number; cancelled: number };

/**
 * Subscribes an address for a member. Endpoints are active at once; so is an email if nobody need confirm it, else a
 * mail asks. 400 for ids the organization lacks or an endpoint that is not called, 409 when the address subscribes
 * already, 429 when it was asked to confirm just now.
 */
export async function createSubscriber(context: Context, scope: OrganizationScope, input: NewSubscriber): Promise<Created> {
  const { now } = context;
  const { channel, address } = input;
  requireAddress(channel, address);
  const asked = channel === "email" && !input.skip_confirmation;
  const state: SubscriberState = asked ? "unconfirmed" : "active";
  return rerunAfterRace(() =>
    writeInOrganization(context, scope, "editor", async (tx, record) => {
      const wish = await requireWish(tx, scope, expressWish(input));
      const known = await findKnown(tx, scope, channel, address);
      if (known !== null && known.state !== "unsubscribed") throw new Problem("conflict", "This address subscribes already.");
      const made = { channel, address, state, wish, contactEmail: input.contact_email ?? null, secret: channel === "webhook" ? newSecret() : null };
      const id = known === null ? await insert(tx, scope.id, made, now) : await revive(tx, known, made, now);
      if (asked) {
        const end = await takeConfirmationTurn(tx, address, now);
        if (end !== null) throw blocked(confirmationKey(address), end, now);
        await askToConfirm(tx, scope.id, [{ subscriberId: id, address, wish }], now);
      }
      const subscriber = await getSubscriber(scope, id, tx);
      await record({ action: "subscriber.created", subject: subjectOf(subscriber), after: serializeSubscriber(subscriber) });
      return { subscriber, secret: made.secret };
    }),
  );
}

/** Changes what a subscriber hears of, and whom its failures are told to. 404, 412, and 400 as on creation. */
export async function changeSubscriber(context: Context, scope: OrganizationScope, id: string, change: SubscriberChange): Promise<Subscriber> {
  return rerunAfterRace(() =>
    writeInOrganization(context, scope, "editor", async (tx, record) => {
      const before = await getSubscriber(scope, id, tx);
      requireMatch(context, serializeSubscriber(before));
      const wish = await requireWish(tx, scope, expressWish(change, before));
      const { contact_email: contactEmail = before.contactEmail } = change;
      await tx.subscriber.update({ where: { id }, data: { ...wishData(wish), contactEmail, updatedAt: context.now }, select: { id: true } });
      const after = await getSubscriber(scope, id, tx);
      await record({ action: "subscriber.updated", subject: subjectOf(after), before: serializeSubscriber(before), after: serializeSubscriber(after) });
      return after;
    }),
  );
}

/** Deletes a subscriber with all its deliveries. 404, 412. */
export async function deleteSubscriber(context: Context, scope: OrganizationScope, id: string): Promise<void> {
  await writeInOrganization(context, scope, "editor", async (tx, record) => {
    const subscriber = await getSubscriber(scope, id, tx);
    requireMatch(context, serializeSubscriber(subscriber));
    await tx.subscriber.deleteMany({ where: { id } });
    await record({ action: "subscriber.deleted", subject: subjectOf(subscriber), before: serializeSubscriber(subscriber) });
  });
}

/** Gives a webhook a new signing secret; the one before it holds for `overlapHours` longer. 404, 409 for other channels. */
export async function rotateSecret(context: Context, scope: OrganizationScope, id: string, overlapHours: number): Promise<Created & { secret: string }> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const { channel } = await getSubscriber(scope, id, tx);
    if (channel !== "webhook") throw new Problem("conflict", "Only a webhook has a signing secret.");
    const secret = newSecret();
    await changeSecrets(tx, id, now, (secrets) => rotateSecrets(secrets, secret, overlapHours, now));
    const subscriber = await getSubscriber(scope, id, tx);
    await record({ action: "subscriber.secret_rotated", subject: subjectOf(subscriber), after: { overlap_hours: overlapHours } });
    return { subscriber, secret };
  });
}

/** Replaces the signing secrets by what `change` makes of them. Two who do so at once stand in line at the row. */
export async function changeSecrets(tx: Tx, id: string, now: Date, change: (secrets: Secret[]) => Secret[]): Promise<void> {
  const { secrets } = await tx.subscriber.update({ where: { id }, data: { updatedAt: now }, select: { secrets: true } });
  const changed = change(secrets === null ? [] : open<Secret[]>(secrets));
  await tx.subscriber.update({ where: { id }, data: { secrets: seal(changed) }, select: { id: true } });
}

/** Ends a quarantine. `replay`: what was held back is due now, else it is cancelled. 404, 409 when there is none to end. */
export async function reactivate(context: Context, scope: OrganizationScope, id: string, replay: boolean): Promise<Reactivated> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getSubscriber(scope, id, tx);
    const released = await endQuarantine(tx, id, replay, now);
    if (released === null) throw new Problem("conflict", `This subscriber is ${before.state}, not quarantined.`);
    const subscriber = await getSubscriber(scope, id, tx);
    await record({ action: "subscriber.reactivated", subject: subjectOf(subscriber), before: serializeSubscriber(before), after: { ...serializeSubscriber(subscriber), ...released } });
    return { subscriber, ...released };
  });
}

/** What becomes of an endpoint that works again. */
const recovered = { state: "active", failures: 0, failingSince: null, quarantinedAt: null, restsUntil: null } as const;

/** A subscriber as the audit log names it. */
export const subjectOf = ({ id, channel, address }: Subscriber) => ({ type: "subscriber", id, name: `${channel} ${showAddress(channel, address)}` });

/** Ends a quarantine, and says what became of what it held back; null when there is none. */
export async function endQuarantine(tx: Tx, id: string, replay: boolean, now: Date): Promise<Released | null> {
  const { count } = await tx.subscriber.updateMany({ where: { id, state: "quarantined" }, data: { ...recovered, updatedAt: now } });
  if (count === 0) return null;
  const released = await releaseHeld(tx, id, replay, now);
  return { replayed: replay ? released : 0, cancelled: replay ? 0 : released };
}

/** Lets go of what a quarantine held back, and says how much that was. */
async function releaseHeld(tx: Tx, subscriberId: string, replay: boolean, now: Date): Promise<number> {
  const { count } = await tx.delivery.updateMany({
    where: { subscriberId, state: "held" },
    data: replay ? { state: "pending", attempts: 0, nextAttemptAt: now } : { state: "cancelled", finishedAt: now },
  });
  return count;
}

/** The wish, if the organization has all that it names; 400 otherwise. */
export async function requireWish(tx: Tx, scope: { id: OrganizationId }, wish: ReturnType<typeof expressWish>): Promise<Wish> {
  if (Array.isArray(wish)) throw invalid(wish);
  const components = await requireComponents(tx, scope, wish.componentIds);
  return { everything: wish.everything, componentIds: components.map(({ id }) => id), incidentIds: await requireIncidents(tx, scope, wish.incidentIds) };
}

/** The columns and rows that make a subscriber hear of what it wishes, and of nothing else. */
export const wishData = ({ everything, componentIds, incidentIds }: Wish) => ({
  everything,
  components: { deleteMany: {}, createMany: { data: componentIds.map((componentId) => ({ componentId })) } },
  incidents: { deleteMany: {}, createMany: { data: incidentIds.map((incidentId) => ({ incidentId })) } },
});

/** What the organization knows of an address, if anything. */
export const findKnown = (tx: Tx, scope: { id: OrganizationId }, channel: Channel, address: string) =>
  tx.subscriber.findUnique({
    where: { organizationId_addressHash: { organizationId: scope.id, addressHash: hashAddress(channel, address) } },
    select: { id: true, state: true },
  });

type Known = { id: string; state: string };

export type Draft = {
  channel: Channel;
  address: string;
  state: SubscriberState;
  wish: Wish;
  contactEmail: string | null;
  /** Of a webhook. */
  secret: string | null;
};

/** The row of a new subscriber, with tokens of its own; what it wishes are rows of their own. */
export function subscriberRow(organizationId: OrganizationId, { channel, address, state, wish, contactEmail, secret }: Draft, now: Date) {
  const [manage, unsubscribe] = [newToken(), newToken()];
  return {
    id: newId(),
    organizationId,
    channel,
    address: isCapability(channel) ? seal(address) : address,
    addressHash: hashAddress(channel, address),
    target: targetOf(channel, address),
    state,
    everything: wish.everything,
    contactEmail,
    secrets: sealSecret(secret),
    manageTokenHash: manage.hash,
    unsubscribeTokenHash: unsubscribe.hash,
    tokens: seal({ manage: manage.token, unsubscribe: unsubscribe.token }),
    confirmedAt: state === "active" ? now : null,
    createdAt: now,
    updatedAt: now,
  };
}

const sealSecret = (secret: string | null) => (secret === null ? null : seal([{ secret, expires_at: null } satisfies Secret]));

/** Makes a subscriber, and returns its id. The unique index refuses an address that is known. */
export async function insert(tx: Tx, organizationId: OrganizationId, draft: Draft, now: Date): Promise<string> {
  const { components, incidents } = wishData(draft.wish);
  const row = subscriberRow(organizationId, draft, now);
  await tx.subscriber.create({
    data: { ...row, components: { createMany: components.createMany }, incidents: { createMany: incidents.createMany } },
    select: { id: true },
  });
  return row.id;
}

/** Makes an address that is known subscribe as if it were new, under the tokens that its mails carried. What was held back is due. */
export async function revive(tx: Tx, known: Known, { channel, state, wish, contactEmail, secret }: Draft, now: Date): Promise<string> {
  const { id } = known;
  const goesOn = known.state === "active" || known.state === "quarantined";
  await tx.subscriber.update({
    where: { id },
    data: {
      ...wishData(wish),
      ...recovered,
      state,
      contactEmail,
      ...(channel === "webhook" && { secrets: sealSecret(secret) }),
      // It hears of what happens from then on: who was there already misses nothing.
      ...(!goesOn && { confirmedAt: state === "active" ? now : null }),
      updatedAt: now,
    },
    select: { id: true },
  });
  await releaseHeld(tx, id, true, now);
  return id;
}

/** The key under which the mails that ask an address to confirm are counted, whichever organization they come from. */
export const confirmationKey = (address: string): ThrottleKey => throttleKey("confirmation", address);

/** Takes the address's turn for a mail that asks it to confirm; when it has none now, says when the next one comes. */
export async function takeConfirmationTurn(tx: Tx, address: string, now: Date): Promise<Date | null> {
  const key = confirmationKey(address);
  return (await takeTurns(tx, [key], now)).get(key.hash) ?? null;
}

type Asked = { subscriberId: string; address: string; wish: Wish };

/** Mails each address a token; what it asks for takes effect when the token comes back. */
export async function askToConfirm(tx: Tx, organizationId: OrganizationId, asked: readonly Asked[], now: Date): Promise<void> {
  if (asked.length === 0) return;
  const organization = mailOrganization(await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: mailOrganizationFields }));
  const topicsOf = await nameTopics(tx, asked);
  const expiresAt = new Date(now.getTime() + CONFIRMATION_LIFETIME_MS);
  const mails = asked.map((one) => ({ ...one, ...newToken() }));
  await tx.subscriberConfirmation.createMany({
    data: mails.map(({ subscriberId, wish, hash }) => ({ subscriberId, tokenHash: hash, wish: JSON.stringify(wish), expiresAt })),
  });
  await tx.mailJob.createMany({
    data: mails.map(({ address, wish, token }) =>
      mailJobRow({
        recipient: address,
        template: "subscription_confirmation",
        data: { organization, topics: topicsOf(wish), token, expires_at: expiresAt.toISOString() },
        now,
      }),
    ),
  });
}

/** Says of a wish in the names of its components and the titles of its incidents what it is for; of everything, nothing. */
async function nameTopics(tx: Tx, asked: readonly Asked[]): Promise<(wish: Wish) => string[]> {
  const componentIds = [...new Set(asked.flatMap(({ wish }) => wish.componentIds))];
  const incidentIds = [...new Set(asked.flatMap(({ wish }) => wish.incidentIds))];
  const components = componentIds.length === 0 ? [] : await tx.component.findMany({ where: { id: { in: componentIds } }, select: { id: true, name: true } });
  const incidents = incidentIds.length === 0 ? [] : await tx.incident.findMany({ where: { id: { in: incidentIds } }, select: { id: true, title: true } });
  const names = new Map([...components.map(({ id, name }) => [id, name] as const), ...incidents.map(({ id, title }) => [id, title] as const)]);
  return (wish) => [...wish.componentIds, ...wish.incidentIds].flatMap((id) => names.get(id) ?? []);
}
