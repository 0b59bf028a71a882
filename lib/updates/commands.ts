import { isDeepStrictEqual } from "node:util";
import { type Context, getActorId } from "@/lib/actor";
import { countStatuses } from "@/lib/components/queries";
import { getPageStatus } from "@/lib/components/rules";
import type { PublicStatus } from "@/lib/components/schema";
import { insertRows } from "@/lib/statements";
import type { IncidentUpdateChange } from "@/lib/incidents/schema";
import { serializeIncidentUpdate } from "@/lib/incidents/serialize";
import type { MaintenanceUpdateChange } from "@/lib/maintenances/schema";
import { serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";
import { NEWER_UPDATE_EXISTS, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/notification-event";
import {
  readEarlierValues,
  removeUpdateFromEvents,
  withdrawEvents,
  type RemovedUpdate,
} from "@/lib/notifications/outbox";
import {
  defineCommand,
  type NewOutboxEvent,
  type Read,
  readInOrganization,
  type Write,
} from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { getTimestampAfter } from "@/lib/time/rules";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import {
  EARLIER_TEXTS,
  getUpdate,
  type IncidentUpdate,
  type MaintenanceUpdate,
  type Preview,
  previewEvent,
  readNewestUpdates,
  type Update,
  type UpdateOf,
} from "./queries";
import { type EventDetails, serializeForEvent } from "./serialize";
import { createSubjectFilter, getTables } from "./tables";
import type { Subject, SubjectKind } from "./values";

type TitledSubject = Subject & { title: string };

/** Throws 409 if the newest update is not the one that the author saw last (`after`). */
export function requireNewestUpdate(newest: Update | undefined, after: string | undefined): void {
  if (after !== undefined && after !== newest?.id)
    throw new Problem("conflict", NEWER_UPDATE_EXISTS);
}

/** Returns a new update by the actor, without saving it. */
export const createUpdate = <Content extends object>(
  { actor }: Read,
  createdAt: Date,
  content: Content,
) => ({
  ...{ displayAt: createdAt, ...content, id: newId(), authorId: getActorId(actor) },
  ...{ createdAt, updatedAt: createdAt, earlier: [] },
});

export async function insertUpdates(
  { tx }: Write,
  { kind }: Subject,
  updates: readonly Update[],
): Promise<void> {
  const rows = updates.map(({ subjectId, displayAt, earlier: _, ...update }) => ({
    ...update,
    components: JSON.stringify(update.components),
    translations: JSON.stringify(update.translations),
    ...(kind === "incident" ? { incidentId: subjectId, displayAt } : { maintenanceId: subjectId }),
  }));
  await insertRows(tx, `${kind}_updates` as const, rows);
}

/** Reads an update. Throws 404 if it does not exist, 412 if it changed since it was read. */
async function getMatchingUpdate<Kind extends SubjectKind>(
  write: Write,
  subject: Subject<Kind>,
  id: string,
): Promise<UpdateOf<Kind>> {
  const update = await getUpdate(write.organization, subject, id, write.tx);
  requireMatch(write, serializeUpdate(update, subject));
  return update;
}

const serializeUpdate = (update: Update, { kind }: Subject) =>
  kind === "incident"
    ? serializeIncidentUpdate(update as IncidentUpdate)
    : serializeMaintenanceUpdate(update as MaintenanceUpdate);

/**
 * Edits the message of an update without notifying subscribers. Throws 404 if it does not exist,
 * 412 if it changed since it was read.
 */
export const changeUpdate = defineCommand(
  "editor",
  async <Kind extends SubjectKind>(
    write: Write,
    subject: Subject<Kind>,
    id: string,
    change: IncidentUpdateChange | MaintenanceUpdateChange,
  ) => {
    const { tx, actor, now, audit } = write;
    const { kind } = subject;
    const before = await getMatchingUpdate(write, subject, id);
    const textBefore = {
      body: before.body,
      format: before.format,
      translations: before.translations,
    };
    const { translations: changedTexts, ...others } = change;
    const { body = before.body, format = before.format, ...rest } = others;
    rest satisfies NoFields;
    const translations = changeTranslations(before.translations, changedTexts);
    const text = { body, format, translations };
    if (isDeepStrictEqual(text, textBefore)) return before;
    const replaced = { ...textBefore, replacedAt: now, replacedBy: getActorId(actor) };
    const { subjects, updates, texts } = getTables(tx, kind);
    const previous = { ...replaced, translations: JSON.stringify(before.translations) };
    await texts.create({ data: { id: newId(), updateId: id, ...previous }, select: { id: true } });
    await updates.update({
      where: { id },
      data: { ...text, translations: JSON.stringify(translations), updatedAt: now },
      select: { id: true },
    });
    const { title, updatedAt } = await subjects.findUniqueOrThrow({
      where: { id: subject.id },
      select: { title: true, updatedAt: true },
    });
    await subjects.update({
      where: { id: subject.id },
      data: { updatedAt: getTimestampAfter(updatedAt, now) },
      select: { id: true },
    });
    audit({
      action: `${kind}_update.updated`,
      subject: { type: `${kind}_update`, id, name: title },
      before: textBefore,
      after: text,
    });
    const earlier = [replaced, ...before.earlier].slice(0, EARLIER_TEXTS);
    return { ...before, ...text, updatedAt: now, earlier };
  },
);

/**
 * Reads an update to delete, and all updates, newest first. Throws like `getMatchingUpdate`, and
 * 409 if the update is the only one.
 */
export async function getDeletableUpdate<Kind extends SubjectKind>(
  write: Write,
  subject: Subject<Kind>,
  id: string,
): Promise<{ update: UpdateOf<Kind>; updates: UpdateOf<Kind>[] }> {
  const update = await getMatchingUpdate(write, subject, id);
  const updates = await readNewestUpdates(write.tx, subject);
  if (updates.length > 1) return { update, updates };
  const { kind } = subject;
  const name = kind === "incident" ? "An incident" : "A maintenance";
  throw new Problem(
    "conflict",
    `${name} needs at least one update. Edit this one, or delete the ${kind}.`,
  );
}

/** Deletes an update, withdraws its events, and removes it from the payload of other events. */
export async function deleteUpdate(
  { tx, now, organization, audit }: Write,
  subject: TitledSubject,
  update: Update,
  next: RemovedUpdate["next"],
): Promise<void> {
  const { id, components, displayAt: at } = update;
  const { kind, title } = subject;
  const events = { organizationId: organization.id, ...createSubjectFilter(subject) };
  await withdrawEvents(tx, { ...events, updateId: id }, now);
  await removeUpdateFromEvents(tx, events, { id, components, at, next });
  await getTables(tx, kind).updates.delete({ where: { id }, select: { id: true } });
  audit({
    action: `${kind}_update.deleted`,
    subject: { type: `${kind}_update`, id, name: title },
    before: serializeUpdate(update, subject),
  });
}

/** Returns an event about an incident or maintenance. `updateId` is the announced update's ID. */
export const toEvent = (
  kind: EventKind,
  subject: Subject,
  updateId: string | null,
  content: EventDetails,
): NewOutboxEvent => ({
  kind,
  incidentId: subject.kind === "incident" ? subject.id : null,
  maintenanceId: subject.kind === "maintenance" ? subject.id : null,
  updateId,
  payload: serializeForEvent(content),
});

/** An event to enqueue. `status` becomes the page status if the page has no components. */
export type PlannedEvent = {
  event: NewOutboxEvent;
  status: PublicStatus;
  delaySeconds?: number | undefined;
};

/**
 * Adds the page status and the result of `readEarlierValues` to the payload of an event, and
 * enqueues it. Call this after all other writes of the transaction, because they may change the
 * page status.
 */
export async function enqueuePlanned(
  { tx, organization, enqueue }: Write,
  { event, status, delaySeconds }: PlannedEvent,
): Promise<void> {
  const page = getPageStatus(await countStatuses(tx, organization), status);
  const earlier = await readEarlierValues(tx, organization.id, event);
  await enqueue({ ...event, payload: { ...event.payload, ...earlier, page } }, delaySeconds);
}

/**
 * Saves an update, and enqueues its event if it notifies. Call this like `enqueuePlanned`, after
 * all other writes of the transaction.
 */
export async function saveUpdate(
  write: Write,
  subject: TitledSubject,
  update: Update,
  event: PlannedEvent,
): Promise<void> {
  const { kind, title } = subject;
  await insertUpdates(write, subject, [update]);
  write.audit({
    action: `${kind}_update.created`,
    subject: { type: `${kind}_update`, id: update.id, name: title },
    after: serializeUpdate(update, subject),
  });
  if (update.notified) await enqueuePlanned(write, event);
}

/**
 * Returns a command that previews the event of a planned write. `plan` only reads, without a
 * transaction or lock. Throws like `plan`, and 403 for roles below editor.
 */
export const definePreview =
  <Input extends unknown[]>(
    plan: (read: Read, ...input: Input) => Promise<{ event: PlannedEvent; isSilent: boolean }>,
  ) =>
  async (context: Context, scope: OrganizationScope, ...input: Input): Promise<Preview> => {
    const read = readInOrganization(context, scope, "editor");
    const { event, isSilent } = await plan(read, ...input);
    return previewEvent(scope, event.event, { isSilent });
  };
