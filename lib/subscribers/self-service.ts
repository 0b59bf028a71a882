import { randomBytes } from "node:crypto";
import type { Client } from "@/lib/actor";
import { reader, rerunAfterRace, transaction, type Tx } from "@/lib/db";
import { invalid, notFound, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { sendVerification } from "@/lib/notifications/channels/webhook";
import { visitOrganization } from "@/lib/organizations/scope";
import { hashToken } from "@/lib/sealing";
import { count, throttleKey } from "@/lib/throttle";
import { askToConfirm, changeSecrets, endQuarantine, findKnown, insert, requireWish, revive, takeConfirmationTurn, wishData } from "./commands";
import { requireAddress } from "./endpoints";
import { findComponentNames, readSubscriber, type Subscriber, subscriberFields } from "./queries";
import { addSecret, EVERYTHING, expressWish, newSecret, type Wish } from "./rules";
import type { NewSubscription, SubscriptionChange } from "./schema";

/** Mails that ask an address to confirm and wait for an answer, from one organization. */
const MOST_UNANSWERED = 5;

/** Who asks without a login. */
export type Visitor = { client: Client; now: Date };

/** What is said to whoever asks: the same whether or not the address was known. */
export type Accepted = { status: "pending" } | { status: "active" } | { status: "active"; secret: string };

/** A subscription as the holder of one of its tokens sees it. */
export type Subscription = { organization: { id: string; name: string }; subscriber: Subscriber; components: { id: string; name: string }[] };

/** A subscription out of quarantine, and how many of the deliveries that were held back are due, or cancelled. */
export type ReactivatedSubscription = { subscription: Subscription; replayed: number; cancelled: number };

/**
 * Asks for a subscription. An email is asked to confirm, at most once in a few minutes and a few times in all; a webhook must answer a signed
 * verification first; whoever knows the URL of a chat channel may have it written to. 404 when there is no such
 * organization, 400, 429 when the client asks too often.
 */
export async function subscribe({ client, now }: Visitor, organizationId: string, input: NewSubscription): Promise<Accepted> {
  const organization = await visitOrganization(organizationId);
  await count(throttleKey("subscription", client.ipAddress), now);
  const { channel, address } = input;
  const wished = expressWish(input);
  if (Array.isArray(wished)) throw invalid(wished);
  requireAddress(channel, address);
  const secret = channel === "webhook" ? newSecret() : null;
  if (secret !== null) await verifyEndpoint(address, secret, organization, now);

  await rerunAfterRace(() =>
    transaction(async (tx) => {
      const wish = await requireWish(tx, organization, wished);
      const known = await findKnown(tx, organization, channel, address);
      if (input.channel === "email") {
        if (known !== null && (await wasAskedEnough(tx, known.id, now))) return;
        if ((await takeConfirmationTurn(tx, address, now)) !== null) return;
        const draft = { channel: input.channel, address, state: "unconfirmed", wish, contactEmail: null, secret } as const;
        const subscriberId = known?.id ?? (await insert(tx, organization.id, draft, now));
        await askToConfirm(tx, organization.id, [{ subscriberId, address, wish }], now);
        return;
      }
      const draft = { channel, address, state: "active", wish, contactEmail: input.contact_email, secret } as const;
      if (known === null) await insert(tx, organization.id, draft, now);
      else if (secret === null || known.state === "unsubscribed") await revive(tx, known, draft, now);
      else await welcomeAgain(tx, known.id, secret, now);
    }),
  );
  if (channel === "email") return { status: "pending" };
  return secret === null ? { status: "active" } : { status: "active", secret };
}

/** Whoever leaves so many mails unanswered wants none: strangers shall not fill a mailbox by our hand. Their links all work. */
async function wasAskedEnough(tx: Tx, subscriberId: string, now: Date): Promise<boolean> {
  return (await tx.subscriberConfirmation.count({ where: { subscriberId, expiresAt: { gt: now } } })) >= MOST_UNANSWERED;
}

/** 400 unless the endpoint answers as asked. Why is said in general words: nobody shall look around with our eyes. */
async function verifyEndpoint(address: string, secret: string, page: { id: string }, now: Date): Promise<void> {
  const challenge = randomBytes(24).toString("base64url");
  const { ok, error } = await sendVerification(address, secret, newId(), now, challenge, page);
  if (!ok) throw invalid([{ path: "address", message: `must answer the verification request. ${error ?? ""}`.trim() }]);
}

/**
 * Gives whoever made a known endpoint answer a secret to verify with, and changes nothing else: an endpoint that answers
 * every verification does so for strangers, too.
 */
async function welcomeAgain(tx: Tx, id: string, secret: string, now: Date): Promise<void> {
  await changeSecrets(tx, id, now, (secrets) => addSecret(secrets, secret));
  // The endpoint has just shown that it works.
  await endQuarantine(tx, id, true, now);
}

/**
 * Makes a confirmed wish come true: the token's subscriber is active and hears of what it asked for, as far as that
 * still exists. Once; 404 for a token that was used, is too old, or never was.
 */
export async function confirmSubscription(token: string, now: Date): Promise<Subscription> {
  const tokenHash = hashToken(token);
  const id = await rerunAfterRace(() =>
    transaction(async (tx) => {
      const confirmation = await tx.subscriberConfirmation.findUnique({
        where: { tokenHash },
        select: { wish: true, expiresAt: true, subscriber: { select: { id: true, organizationId: true, state: true } } },
      });
      const { count: used } = await tx.subscriberConfirmation.deleteMany({ where: { tokenHash, expiresAt: { gt: now } } });
      if (confirmation === null || used === 0) throw notFound("This confirmation");
      const { id: subscriberId, organizationId, state } = confirmation.subscriber;
      const wish = await whatIsLeft(tx, organizationId, JSON.parse(confirmation.wish) as Wish);
      const begins = state === "unconfirmed" || state === "unsubscribed";
      await tx.subscriber.update({
        where: { id: subscriberId },
        data: { ...wishData(wish), ...(begins && { state: "active", confirmedAt: now }), updatedAt: now },
        select: { id: true },
      });
      return subscriberId;
    }),
  );
  return findSubscription({ id });
}

async function whatIsLeft(tx: Tx, organizationId: string, wish: Wish): Promise<Wish> {
  if (wish.everything) return EVERYTHING;
  const existing = (ids: string[]) => ({ where: { organizationId, id: { in: ids } }, select: { id: true } });
  const { where, select } = existing(wish.componentIds);
  const components = await tx.component.findMany({ where: { ...where, archivedAt: null }, select });
  const incidents = await tx.incident.findMany(existing(wish.incidentIds));
  return { everything: false, componentIds: components.map(({ id }) => id), incidentIds: incidents.map(({ id }) => id) };
}

/** The subscription that a manage token manages; 404 when it is none. */
export const getSubscription = (manageToken: string): Promise<Subscription> => findSubscription({ manageTokenHash: hashToken(manageToken) });

async function findSubscription(where: { id: string } | { manageTokenHash: string }): Promise<Subscription> {
  const row = await reader().subscriber.findUnique({ where, select: { ...subscriberFields, organization: { select: { id: true, name: true } } } });
  if (row === null) throw notFound("This subscription");
  const { organization, ...fields } = row;
  const subscriber = readSubscriber(fields);
  return { organization, subscriber, components: await findComponentNames({ id: subscriber.organizationId }) };
}

/** Changes what the subscription hears of. 400, 404, 409 once it has ended: then it takes a new one. */
export async function changeSubscription(manageToken: string, change: SubscriptionChange, now: Date): Promise<Subscription> {
  const { subscriber } = await getSubscription(manageToken);
  await rerunAfterRace(() =>
    transaction(async (tx) => {
      // The lock that this takes lines up two changes at once, so that the second sees the first.
      const { count: held } = await tx.subscriber.updateMany({ where: { id: subscriber.id, state: { not: "unsubscribed" } }, data: { updatedAt: now } });
      if (held === 0) throw new Problem("conflict", "This subscription has ended.");
      const row = await tx.subscriber.findUniqueOrThrow({ where: { id: subscriber.id }, select: subscriberFields });
      const wish = await requireWish(tx, { id: subscriber.organizationId }, expressWish(change, readSubscriber(row)));
      await tx.subscriber.update({ where: { id: subscriber.id }, data: wishData(wish), select: { id: true } });
    }),
  );
  return getSubscription(manageToken);
}

/**
 * Ends the quarantine of a manage token's endpoint, for whoever its mail went to. `replay`: what was held back is due now,
 * else it is cancelled. 404, 409 when there is none to end.
 */
export async function reactivateSubscription(manageToken: string, replay: boolean, now: Date): Promise<ReactivatedSubscription> {
  const { subscriber } = await getSubscription(manageToken);
  const released = await transaction((tx) => endQuarantine(tx, subscriber.id, replay, now));
  if (released === null) throw new Problem("conflict", `This subscription is ${subscriber.state}, not quarantined.`);
  return { subscription: await getSubscription(manageToken), ...released };
}

/** Ends the subscription of a manage token. Ending it again changes nothing. 404 when the token is none. */
export const endSubscription = (manageToken: string, now: Date): Promise<void> => end({ manageTokenHash: hashToken(manageToken) }, now);

/** Ends the subscription of an unsubscribe token (RFC 8058). Ending it again changes nothing. 404 when the token is none. */
export const unsubscribe = (token: string, now: Date): Promise<void> => end({ unsubscribeTokenHash: hashToken(token) }, now);

async function end(where: { manageTokenHash: string } | { unsubscribeTokenHash: string }, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.subscriber.findUnique({ where, select: { id: true } });
    if (row === null) throw notFound("This subscription");
    await tx.subscriber.updateMany({ where: { id: row.id, state: { not: "unsubscribed" } }, data: { state: "unsubscribed", updatedAt: now } });
    await tx.delivery.updateMany({ where: { subscriberId: row.id, state: { in: ["pending", "held"] } }, data: { state: "cancelled", finishedAt: now } });
    await tx.subscriberConfirmation.deleteMany({ where: { subscriberId: row.id } });
  });
}
