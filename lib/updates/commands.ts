import { getActorId } from "@/lib/actor";
import { countStatuses } from "@/lib/components/queries";
import { pageStatus } from "@/lib/components/rules";
import type { PublicStatus } from "@/lib/components/schema";
import { insertRows } from "@/lib/statements";
import { NEWER_UPDATE_EXISTS, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/events";
import { removeUpdateFromEvents, withdrawEvents } from "@/lib/notifications/outbox";
import type { NewEvent, Write } from "@/lib/organizations/commands";
import { getTimestampAfter } from "@/lib/time/rules";
import { belongingTo, EARLIER_TEXTS, type Subject, tablesOf, type Update } from "./queries";

/** 409 if someone posted since the update that the author saw last. */
export function requireNewest(newest: Update | undefined, after: string | undefined): void {
  if (after !== undefined && after !== newest?.id)
    throw new Problem("conflict", NEWER_UPDATE_EXISTS);
}

/** Adds updates of an incident or maintenance. */
export async function insertUpdates(
  { tx }: Write,
  { kind }: Subject,
  updates: readonly Update[],
): Promise<void> {
  const rows = updates.map(({ subjectId, displayAt, components, earlier: _, ...row }) => ({
    row: { ...row, components: JSON.stringify(components) },
    subjectId,
    displayAt,
  }));
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

/** Replaces the message of an update and keeps the earlier one. */
export async function changeText<Changed extends Update>(
  { tx, actor, now, audit }: Write,
  { kind, id: subjectId }: Subject,
  before: Changed,
  body: string,
): Promise<Changed> {
  const { id } = before;
  if (body === before.body) return before;
  const replaced = { body: before.body, replacedAt: now, replacedBy: getActorId(actor) };
  const { subjects, updates, texts } = tablesOf(tx, kind);
  await texts.create({ data: { id: newId(), updateId: id, ...replaced }, select: { id: true } });
  await updates.update({ where: { id }, data: { body, updatedAt: now }, select: { id: true } });
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
    before: { body: before.body },
    after: { body },
  });
  const earlier = [replaced, ...before.earlier].slice(0, EARLIER_TEXTS);
  return { ...before, body, updatedAt: now, earlier };
}

/** The update after a deleted one, and the kind of event it causes from then on. */
type NextUpdate = { id: string; at: Date; kindAfter: (kind: EventKind) => EventKind };

/** Deletes an update with its queued deliveries, and removes it from the events of later updates. */
export async function deleteUpdate(
  { tx, now, organization }: Write,
  subject: Subject,
  { id, components, displayAt: at }: Update,
  next: NextUpdate | undefined,
): Promise<void> {
  const events = { organizationId: organization.id, ...belongingTo(subject) };
  await withdrawEvents(tx, { ...events, updateId: id }, now);
  await removeUpdateFromEvents(tx, events, { id, components, at, next });
  const { subjects, updates, texts } = tablesOf(tx, subject.kind);
  const edits = await texts.count({ where: { updateId: id } });
  await updates.delete({ where: { id }, select: { id: true } });
  await subjects.update({
    where: { id: subject.id },
    data: { deletedChanges: { increment: 1 + edits } },
    select: { id: true },
  });
}

/** An event as planned; `status` is that of a page without components. */
export type PlannedEvent = { event: NewEvent; status: PublicStatus };

/** Adds an event to the outbox, with the status of the page. Call it after all other writes. */
export async function enqueuePlanned(
  { tx, organization, enqueue }: Write,
  { event, status }: PlannedEvent,
  delaySeconds?: number,
): Promise<void> {
  const page = pageStatus(await countStatuses(tx, organization), status);
  await enqueue({ ...event, payload: { ...event.payload, page } }, delaySeconds);
}
