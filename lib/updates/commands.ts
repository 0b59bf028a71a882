import { isDeepStrictEqual } from "node:util";
import { getActorId } from "@/lib/actor";
import { countStatuses } from "@/lib/components/queries";
import { getPageStatus } from "@/lib/components/rules";
import type { PublicStatus } from "@/lib/components/schema";
import { insertRows } from "@/lib/statements";
import type { IncidentUpdateChange } from "@/lib/incidents/schema";
import type { MaintenanceUpdateChange } from "@/lib/maintenances/schema";
import { NEWER_UPDATE_EXISTS, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/notification-event";
import {
  readEarlierValues,
  removeUpdateFromEvents,
  withdrawEvents,
  type RemovedUpdate,
} from "@/lib/notifications/outbox";
import type { NewEvent, Read, Write } from "@/lib/organizations/commands";
import { getTimestampAfter } from "@/lib/time/rules";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import { createSubjectFilter, EARLIER_TEXTS, getTables, type Update } from "./queries";
import { type EventContent, serializeForEvent } from "./serialize";
import type { Subject } from "./values";

/** Throws 409 if the newest update is not the one that the author saw last (`after`). */
export function requireNewest(newest: Update | undefined, after: string | undefined): void {
  if (after !== undefined && after !== newest?.id)
    throw new Problem("conflict", NEWER_UPDATE_EXISTS);
}

type NewUpdate<Status extends string, Given extends PublicStatus> = Omit<
  Update<Status, Given>,
  "id" | "authorId" | "displayAt" | "createdAt" | "updatedAt" | "earlier"
> & { displayAt?: Date };

/** Returns a new update by the actor, without saving it. */
export const createUpdate = <Status extends string, Given extends PublicStatus>(
  { actor }: Read,
  createdAt: Date,
  update: NewUpdate<Status, Given>,
): Update<Status, Given> => ({
  ...{ displayAt: createdAt, ...update, id: newId(), authorId: getActorId(actor) },
  ...{ createdAt, updatedAt: createdAt, earlier: [] },
});

export async function insertUpdates(
  { tx }: Write,
  { kind }: Subject,
  updates: readonly Update[],
): Promise<void> {
  const rows = updates.map(({ subjectId, displayAt, earlier: _, ...update }) => {
    const components = JSON.stringify(update.components);
    const translations = JSON.stringify(update.translations);
    return { row: { ...update, components, translations }, subjectId, displayAt };
  });
  if (kind === "incident")
    await insertRows(
      tx,
      "incident_updates",
      rows.map(({ row, subjectId, displayAt }) => ({ ...row, incidentId: subjectId, displayAt })),
    );
  else
    await insertRows(
      tx,
      "maintenance_updates",
      rows.map(({ row, subjectId }) => ({ ...row, maintenanceId: subjectId })),
    );
}

export async function changeText<Changed extends Update>(
  { tx, actor, now, audit }: Write,
  { kind, id: subjectId }: Subject,
  before: Changed,
  change: IncidentUpdateChange | MaintenanceUpdateChange,
): Promise<Changed> {
  const {
    body = before.body,
    format = before.format,
    translations: changedTexts,
    ...rest
  } = change;
  rest satisfies NoFields;
  const { id } = before;
  const translations = changeTranslations(before.translations, changedTexts);
  const text = { body, format, translations };
  const textBefore = {
    body: before.body,
    format: before.format,
    translations: before.translations,
  };
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
    where: { id: subjectId },
    select: { title: true, updatedAt: true },
  });
  await subjects.update({
    where: { id: subjectId },
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
}

/** Deletes an update, withdraws its events, and removes it from the payload of other events. */
export async function deleteUpdate(
  { tx, now, organization }: Write,
  subject: Subject,
  { id, components, displayAt: at }: Update,
  next: RemovedUpdate["next"],
): Promise<void> {
  const events = { organizationId: organization.id, ...createSubjectFilter(subject) };
  await withdrawEvents(tx, { ...events, updateId: id }, now);
  await removeUpdateFromEvents(tx, events, { id, components, at, next });
  await getTables(tx, subject.kind).updates.delete({ where: { id }, select: { id: true } });
}

/** Returns an event about an incident or a maintenance. `updateId` is the update it announces. */
export const toEvent = (
  kind: EventKind,
  subject: Subject,
  updateId: string | null,
  content: EventContent,
): NewEvent => ({
  kind,
  incidentId: subject.kind === "incident" ? subject.id : null,
  maintenanceId: subject.kind === "maintenance" ? subject.id : null,
  updateId,
  payload: serializeForEvent(content),
});

/** An event to enqueue. `status` becomes the page status if the page has no components. */
export type PlannedEvent = { event: NewEvent; status: PublicStatus };

/**
 * Enqueues an event, with the page status and values of earlier notifications in its payload. Call
 * this after all other writes of the transaction, because they may change that status.
 */
export async function enqueuePlanned(
  { tx, organization, enqueue }: Write,
  { event, status }: PlannedEvent,
  delaySeconds?: number,
): Promise<void> {
  const page = getPageStatus(await countStatuses(tx, organization), status);
  const earlier = await readEarlierValues(tx, organization.id, event);
  await enqueue({ ...event, payload: { ...event.payload, ...earlier, page } }, delaySeconds);
}
