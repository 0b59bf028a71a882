import { isDeepStrictEqual } from "node:util";
import { defineAudit } from "@/lib/audit/commands";
import { rebuildStatusTimelines, recordStatusChanges } from "@/lib/components/commands";
import {
  type RecordedComponent,
  readStatusChanges,
  requireComponents,
  type StatusChange,
} from "@/lib/components/queries";
import { getWorstStatus } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { insertRows, joinValues, sql } from "@/lib/statements";
import type { Tx } from "@/lib/db/database";
import { type FieldError, invalidField, notFound, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/notification-event";
import { withdrawEvents } from "@/lib/notifications/outbox";
import { defineCommand, type Read, type Write } from "@/lib/organizations/commands";
import { requireMatch } from "@/lib/precondition";
import { findTemplate, requireFilledTemplate } from "@/lib/templates/queries";
import { getTimestampAfter } from "@/lib/time/rules";
import { changeTranslations } from "@/lib/translations/rules";
import {
  createUpdate,
  definePreview,
  deleteUpdate,
  enqueuePlanned,
  getDeletableUpdate,
  insertUpdates,
  type PlannedEvent,
  requireNewestUpdate,
  saveUpdate,
  toEvent,
} from "@/lib/updates/commands";
import { type IncidentUpdate, readNewestUpdates } from "@/lib/updates/queries";
import { EVENT_UPDATES, type EventDetails } from "@/lib/updates/serialize";
import { withDefaultMessage } from "@/lib/updates/values";
import type { NoFields } from "@/lib/validation";
import {
  getIncident,
  getIncidentDetail,
  type Incident,
  type IncidentDetail,
  type IncidentWithRelations,
  type Postmortem,
} from "./queries";
import {
  type IncidentUpdateComponent,
  replaceImpactStatus,
  type IncidentPlan,
  IS_REQUIRED,
  classifyIncidentUpdate,
  createFirstUpdate,
  planIncident,
  type PlannedFields,
  mergeComponentStatuses,
  removeUpdate,
} from "./rules";
import {
  type IncidentChange,
  statusByImpact,
  type NewIncident,
  type NewIncidentUpdate,
  type PostmortemChange,
  type IncidentReopening,
  type IncidentResolution,
  type ComponentStatusInput,
} from "./schema";
import {
  serializeIncidentForSubscribers,
  serializeIncident,
  serializeIncidentContent,
  serializeIncidentDetail,
  serializePostmortem,
} from "./serialize";

const createAuditSubject = ({ id, title }: Incident) => ({ type: "incident", id, name: title });
const auditIncident = defineAudit(createAuditSubject, serializeIncident);
const auditIncidentDetail = defineAudit<IncidentDetail>(
  createAuditSubject,
  serializeIncidentDetail,
);

/**
 * Creates an incident and may notify subscribers. If a start is given, backfills it and
 * recalculates uptime. Throws 400 for invalid fields, an unknown component or template, or a
 * template variable without a value.
 */
export const createIncident = defineCommand("editor", async (write, input: NewIncident) => {
  const { tx, now } = write;
  const planned = await planNewIncident(write, input);
  const { incident, plan, statuses, changes, updates, event } = planned;
  const { componentIds, ...row } = incident;
  const translations = JSON.stringify(row.translations);
  await insertRows(tx, "incidents", [{ ...row, translations }]);
  await saveComponentStatuses(tx, incident.id, new Map(), statuses);
  await insertUpdates(write, { kind: "incident", id: incident.id }, updates);
  if (plan.isBackfilled) await rebuildStatusTimelines(tx, componentIds, now);
  else await recordStatusChanges(tx, changes, now);
  auditIncident(write, "incident.created", { after: incident });
  if (plan.notify) await enqueuePlanned(write, event);
  return incident;
});

/**
 * Returns the audience, email, and status changes of a new incident, without creating it. Throws
 * like `createIncident`.
 */
export const previewIncident = definePreview(async (read, input: NewIncident) => {
  const { event, plan } = await planNewIncident(read, input);
  return { event, isSilent: !plan.notify };
});

async function planNewIncident(read: Read, input: NewIncident) {
  const { now, organization } = read;
  const {
    template_id,
    components: explicit,
    notify_after_seconds: delaySeconds,
    ...fields
  } = input;
  const { plan, components } = await requirePlan(read, fields, template_id, explicit);
  const { title, translations, status, impact, startedAt, resolvedAt } = plan;
  const componentIds = components.map(({ id }) => id);
  const statuses = mergeComponentStatuses(new Map(), impact, componentIds, explicit);
  const id = newId();
  const incident: Incident = {
    ...{ id, organizationId: organization.id, title, translations, status, impact },
    ...{ startedAt, resolvedAt, createdAt: now, updatedAt: now, componentIds },
  };
  const isResolved = status === "resolved";
  const changes = components.map(({ recordedStatus: before, ...component }) => ({
    ...component,
    before,
    after: isResolved
      ? before
      : getWorstStatus<PublicStatus>([before, statuses.get(component.id)!]),
  }));
  const updates = plan.updates.map(({ at, ...update }, index) =>
    createUpdate(read, now, {
      ...{ ...update, subjectId: id },
      components: plan.isBackfilled
        ? toBackfilledComponents(components, statuses, plan, index)
        : toUpdateComponents(changes, statuses, isResolved),
      displayAt: at,
      notified: plan.notify,
    }),
  );
  const newestFirst = updates.toReversed();
  const content = { updates: newestFirst, changes };
  const event = planEvent("incident.created", incident, newestFirst[0]!.id, content);
  return { incident, plan, statuses, changes, updates, event: { ...event, delaySeconds } };
}

/**
 * Plans a new incident and reads its components. Throws one 400 for all invalid fields, or else for
 * all template variables without a value.
 */
async function requirePlan(
  read: Read,
  fields: PlannedFields,
  templateId: string | undefined,
  explicit: readonly ComponentStatusInput[],
): Promise<{ plan: IncidentPlan; components: RecordedComponent[] }> {
  const errors: FieldError[] = [];
  const template = await findTemplate(read, "incident", templateId, errors);
  const plan = planIncident(fields, template, read.now, read.organization.languages);
  // Fields that an unknown template could provide are not reported as missing.
  const isUnknown = errors.length > 0;
  if (Array.isArray(plan))
    errors.push(...plan.filter(({ message }) => !isUnknown || message !== IS_REQUIRED));
  const ids = fields.component_ids ?? template?.componentIds ?? [];
  const components = await requireIncidentComponents(read, { ids, explicit, errors });
  const { startedAt, resolvedAt: endedAt } = plan as IncidentPlan;
  if (template === null) return { plan: plan as IncidentPlan, components };
  const used = {
    title: fields.title,
    usesBody: fields.body === undefined,
    usesTranslations: fields.translations === undefined,
  };
  const source = { components, startedAt, endedAt };
  const filled = requireFilledTemplate(template, used, source, read.organization);
  const filledPlan = planIncident(fields, filled, read.now, read.organization.languages);
  return { plan: filledPlan as IncidentPlan, components };
}

type ComponentInput = {
  ids: readonly string[];
  explicit: readonly ComponentStatusInput[];
  errors: FieldError[];
  kept?: readonly string[];
};

/**
 * Returns the components of `ids` and `explicit`, sorted by position. Throws one 400 for `errors`
 * and unknown components.
 */
async function requireIncidentComponents(
  { tx, organization }: Read,
  { ids, explicit, errors, kept = [] }: ComponentInput,
): Promise<RecordedComponent[]> {
  const buildPath = (index: number) =>
    index < ids.length ? `component_ids.${index}` : `components.${index - ids.length}.id`;
  const all = [...ids, ...explicit.map(({ id }) => id)];
  return requireComponents(tx, organization, all, { getPath: buildPath, kept, errors });
}

const toUpdateComponents = (
  changes: readonly Pick<StatusChange, "id" | "name" | "before" | "after">[],
  statuses: ReadonlyMap<string, ComponentStatus>,
  isResolved: boolean,
): IncidentUpdateComponent[] =>
  changes.map(({ id, name, before, after }) => ({
    ...{ id, name, old_status: before, new_status: after },
    status: isResolved ? "operational" : statuses.get(id)!,
  }));

/**
 * Returns the component statuses of a backfilled update. They ignore other incidents and
 * maintenances of the components.
 */
function toBackfilledComponents(
  components: readonly RecordedComponent[],
  statuses: ReadonlyMap<string, ComponentStatus>,
  { updates }: IncidentPlan,
  index: number,
): IncidentUpdateComponent[] {
  const getStatus = (update: IncidentPlan["updates"][number] | undefined, id: string) =>
    update === undefined || update.status === "resolved" ? "operational" : statuses.get(id)!;
  return components.map(({ id, name }) => {
    const status = getStatus(updates[index], id);
    const old_status = getStatus(updates[index - 1], id);
    return { id, name, status, old_status, new_status: status };
  });
}

const planEvent = (
  kind: EventKind,
  incident: Incident,
  updateId: string | null,
  content: Omit<EventDetails, "incident">,
): PlannedEvent => ({
  event: toEvent(kind, { kind: "incident", id: incident.id }, updateId, {
    incident: serializeIncidentForSubscribers(incident),
    ...content,
  }),
  status: incident.status === "resolved" ? "operational" : statusByImpact[incident.impact],
});

/**
 * Corrects an incident without notifying subscribers. Throws 400 for an invalid start, 404 if it
 * does not exist, 412 if it changed since it was read.
 */
export const changeIncident = defineCommand(
  "editor",
  async (write, id: string, change: IncidentChange) => {
    const { tx, now, organization } = write;
    const before = await getIncidentDetail(organization, id, tx);
    requireMatch(write, serializeIncidentContent(before));
    const {
      title = before.title,
      impact = before.impact,
      started_at: startedAt = before.startedAt,
      translations: changedTexts,
      ...rest
    } = change;
    rest satisfies NoFields;
    const translations = changeTranslations(before.translations, changedTexts);
    const changed = { ...before, title, impact, startedAt, translations };
    if (isDeepStrictEqual(changed, before)) return before;
    const isStartMoved = startedAt.getTime() !== before.startedAt.getTime();
    if (isStartMoved) await moveStart(write, before, startedAt);
    if (impact !== before.impact)
      await changeImpact(tx, before, statusByImpact[before.impact], statusByImpact[impact]);
    await tx.incident.update({
      where: { id },
      data: {
        ...{ title, translations: JSON.stringify(translations), impact, startedAt },
        updatedAt: getTimestampAfter(before.updatedAt, now),
      },
      select: { id: true },
    });
    if (isStartMoved || impact !== before.impact)
      await rebuildStatusTimelines(tx, before.componentIds, now);
    const after = await getIncidentDetail(organization, id, tx);
    auditIncidentDetail(write, "incident.updated", { before, after });
    return after;
  },
);

/**
 * Moves the first update to a new start. If the first update resolved the incident, adds an update
 * at an earlier start instead.
 */
async function moveStart(
  write: Write,
  incident: IncidentWithRelations,
  startedAt: Date,
): Promise<void> {
  const { tx, now, organization } = write;
  const [first, second] = (await readIncidentUpdates(tx, incident.id)).reverse();
  const wasCreatedResolved = first!.status === "resolved";
  const next = wasCreatedResolved ? first : second;
  if (startedAt > now) throw invalidField("started_at", "must not be in the future");
  // Of two updates with the same time, the one with the greater ID is newer.
  const latest = next && new Date(next.displayAt.getTime() - (first!.id > next.id ? 1 : 0));
  if (latest && startedAt > latest) {
    const message = `must be ${latest.toISOString()} or earlier, because of the next update`;
    throw invalidField("started_at", message);
  }
  if (!wasCreatedResolved)
    await tx.incidentUpdate.update({
      where: { id: first!.id },
      data: { displayAt: startedAt },
      select: { id: true },
    });
  else if (startedAt < first!.displayAt)
    await insertUpdates(write, { kind: "incident", id: incident.id }, [
      createUpdate(write, now, {
        ...{ ...createFirstUpdate(organization.languages), subjectId: incident.id },
        components: incident.components.map(({ id, name, status }) => ({
          ...{ id, name, status, old_status: "operational", new_status: status },
        })),
        displayAt: startedAt,
        notified: false,
      }),
    ]);
}

async function changeImpact(
  tx: Tx,
  incident: IncidentWithRelations,
  from: ComponentStatus,
  to: ComponentStatus,
): Promise<void> {
  const ids = incident.components.filter(({ status }) => status === from).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.incidentComponent.updateMany({
    where: { incidentId: incident.id, status: from },
    data: { status: to },
  });
  // Updates that resolve the incident make components operational, so they don't depend on the
  // impact. After the update that opened the incident was deleted, the first one has its statuses.
  const updates = (await readIncidentUpdates(tx, incident.id)).filter(
    ({ status }, index, { length }) =>
      status !== "resolved" || (index === length - 1 && from !== "operational"),
  );
  await saveUpdateComponents(tx, replaceImpactStatus(updates, ids, from, to));
}

const readIncidentUpdates = (tx: Tx, id: string, take?: number) =>
  readNewestUpdates(tx, { kind: "incident", id }, take);

async function saveUpdateComponents(
  tx: Tx,
  updates: readonly Pick<IncidentUpdate, "id" | "components">[],
): Promise<void> {
  for (const { id, components } of updates)
    await tx.incidentUpdate.update({
      where: { id },
      data: { components: JSON.stringify(components) },
      select: { id: true },
    });
}

/**
 * Deletes an incident and its updates, and recalculates uptime. Throws 404 if it does not exist,
 * 412 if it changed since it was read.
 */
export const deleteIncident = defineCommand("editor", async (write, id: string) => {
  const { tx, now, organization } = write;
  const before = await getIncidentDetail(organization, id, tx);
  requireMatch(write, serializeIncidentContent(before));
  await withdrawEvents(tx, { organizationId: organization.id, incidentId: id }, now);
  await tx.incident.delete({ where: { id }, select: { id: true } });
  await rebuildStatusTimelines(tx, before.componentIds, now);
  auditIncidentDetail(write, "incident.deleted", { before });
});

/**
 * Posts an update and may notify subscribers. Omitted components keep their status in the incident.
 * Throws 400 for invalid components, 404 for an unknown incident, 409 if `after` is not the newest
 * update.
 */
export const postIncidentUpdate = defineCommand(
  "editor",
  async (write, incidentId: string, input: NewIncidentUpdate) => {
    const { tx, organization } = write;
    return writeUpdate(write, await getIncident(organization, incidentId, tx), input);
  },
);

/**
 * Returns the audience, email, and status changes of a new update, without posting it. Throws like
 * `postIncidentUpdate`.
 */
export const previewIncidentUpdate = definePreview(
  async (read, incidentId: string, input: NewIncidentUpdate) => {
    const incident = await getIncident(read.organization, incidentId);
    const { event } = await planUpdate(read, incident, { ...input, notify: true });
    return { event, isSilent: !input.notify };
  },
);

/**
 * Deletes an update. If it was the newest one, the incident returns to the status and components of
 * the previous one. Throws 404 if the update does not exist, 409 if it is the only one, 412 if it
 * changed since it was read.
 */
export const deleteIncidentUpdate = defineCommand(
  "editor",
  async (write, incidentId: string, id: string) => {
    const { tx, now, organization } = write;
    const before = await getIncident(organization, incidentId, tx);
    const subject = { kind: "incident" as const, id: incidentId, title: before.title };
    const { update, updates } = await getDeletableUpdate(write, subject, id);
    const removal = removeUpdate(updates.toReversed(), id, before.impact);
    const { previous, next, status, resolvedAt, components } = removal;
    const classifyNext = () =>
      previous ? classifyIncidentUpdate(previous.status, next!.status) : "incident.created";
    const nextUpdate = next && { id: next.id, at: next.displayAt, classifyNext };
    await deleteUpdate(write, subject, update, nextUpdate);
    if (next === undefined) await restoreComponents(tx, before, components);
    else await saveUpdateComponents(tx, [next]);
    await tx.incident.update({
      where: { id: incidentId },
      data: { status, resolvedAt, updatedAt: getTimestampAfter(before.updatedAt, now) },
      select: { id: true },
    });
    await rebuildStatusTimelines(tx, before.componentIds, now);
    const after = await getIncident(organization, incidentId, tx);
    auditIncidentUpdate(write, before, after);
  },
);

const auditIncidentUpdate = (write: Write, before: Incident, after: Incident) =>
  auditIncident(write, classifyIncidentUpdate(before.status, after.status), { before, after });

async function restoreComponents(
  tx: Tx,
  before: IncidentWithRelations,
  statuses: ReadonlyMap<string, ComponentStatus>,
): Promise<void> {
  const known = getKnownStatuses(before);
  const removed = before.componentIds.filter((componentId) => !statuses.has(componentId));
  await tx.incidentComponent.deleteMany({
    where: { incidentId: before.id, componentId: { in: removed } },
  });
  const kept = new Map([...statuses].filter(([componentId]) => known.has(componentId)));
  await saveComponentStatuses(tx, before.id, known, kept);
}

const getKnownStatuses = ({ components }: IncidentWithRelations) =>
  new Map(components.map(({ id, status }) => [id, status]));

/**
 * Resolves an incident by posting an update. Throws 404 if it does not exist, 409 if it is already
 * resolved.
 */
export const resolveIncident = defineCommand(
  "editor",
  (write, id: string, message: IncidentResolution) =>
    setResolved(write, id, { ...message, status: "resolved", components: [], component_ids: [] }),
);

/**
 * Reopens an incident with its previous component statuses. Throws 400 for invalid components, 404
 * if it does not exist, 409 if it is not resolved.
 */
export const reopenIncident = defineCommand(
  "editor",
  (write, id: string, input: IncidentReopening) => setResolved(write, id, input),
);

async function setResolved(
  write: Write,
  id: string,
  input: NewIncidentUpdate,
): Promise<IncidentDetail> {
  const { tx, organization } = write;
  // The organization's lock prevents changes between this read and the write.
  const incident = await getIncident(organization, id, tx);
  const isResolved = incident.status === "resolved";
  if (isResolved === (input.status === "resolved"))
    throw new Problem(
      "conflict",
      isResolved
        ? "This incident is already resolved. To add information, post an update."
        : "This incident isn't resolved. To change its status, post an update.",
    );
  await writeUpdate(write, incident, input);
  return getIncidentDetail(organization, id, tx);
}

async function planUpdate(read: Read, before: IncidentWithRelations, input: NewIncidentUpdate) {
  const { tx, now, organization } = read;
  const {
    status = before.status,
    body,
    format = "plain",
    translations,
    notify,
    after: lastSeenId,
    ...others
  } = input;
  const { components: explicit, component_ids: added, notify_after_seconds, ...rest } = others;
  rest satisfies NoFields;
  const earlier = await readIncidentUpdates(tx, before.id, notify ? EVENT_UPDATES : 1);
  requireNewestUpdate(earlier[0], lastSeenId);
  const isResolved = status === "resolved";
  const errors = isResolved ? findNotOperational(explicit) : [];
  const kept = before.componentIds;
  await requireIncidentComponents(read, { ids: added, explicit, errors, kept });
  const statuses = mergeComponentStatuses(
    getKnownStatuses(before),
    before.impact,
    // A resolved incident keeps its last component statuses, which reopening restores.
    isResolved ? [...added, ...explicit.map(({ id }) => id)] : added,
    isResolved ? [] : explicit,
  );
  const changes = await readStatusChanges(tx, [...statuses.keys()], {
    incidentId: before.id,
    statuses: isResolved ? new Map() : statuses,
  });
  changes.sort((a, b) => a.position - b.position);
  // The newest update determines the status, so its time must be the latest, even if the clock was
  // set back.
  const at = getTimestampAfter(earlier[0]!.displayAt, now);
  const after: Incident = {
    ...before,
    status,
    resolvedAt: isResolved ? (before.resolvedAt ?? at) : null,
    updatedAt: getTimestampAfter(before.updatedAt, now),
    componentIds: changes.map(({ id }) => id),
  };
  const message = { body, format, translations: changeTranslations({}, translations) };
  const update = createUpdate(read, now, {
    ...{ subjectId: before.id, status },
    ...withDefaultMessage(message, status, organization.languages),
    components: toUpdateComponents(changes, statuses, isResolved),
    displayAt: at,
    notified: notify,
  });
  const kind = classifyIncidentUpdate(before.status, status);
  const content = { updates: [update, ...earlier], changes };
  const planned = planEvent(kind, after, update.id, content);
  const event = { ...planned, delaySeconds: notify_after_seconds };
  return { after, statuses, changes, update, event };
}

async function writeUpdate(
  write: Write,
  before: IncidentWithRelations,
  input: NewIncidentUpdate,
): Promise<IncidentUpdate> {
  const { tx } = write;
  const { after, statuses, changes, update, event } = await planUpdate(write, before, input);
  const { id, status, resolvedAt, updatedAt } = after;
  await saveComponentStatuses(tx, id, getKnownStatuses(before), statuses);
  await tx.incident.update({
    where: { id },
    data: { status, resolvedAt, updatedAt },
    select: { id: true },
  });
  await recordStatusChanges(tx, changes, update.displayAt);
  await saveUpdate(write, { kind: "incident", id, title: before.title }, update, event);
  auditIncidentUpdate(write, before, after);
  return update;
}

const findNotOperational = (componentInputs: readonly ComponentStatusInput[]): FieldError[] =>
  componentInputs.flatMap(({ status }, index) =>
    status === "operational"
      ? []
      : [
          {
            path: `components.${index}.status`,
            message: "must be operational when the incident is resolved",
          },
        ],
  );

async function saveComponentStatuses(
  tx: Tx,
  incidentId: string,
  knownStatuses: ReadonlyMap<string, ComponentStatus>,
  statuses: ReadonlyMap<string, ComponentStatus>,
): Promise<void> {
  const changed = [...statuses].filter(([id, status]) => knownStatuses.get(id) !== status);
  if (changed.length === 0) return;
  const rows = changed.map(([id, status]) => sql`(${incidentId}, ${id}, ${status})`);
  await tx.$executeRaw`
    INSERT INTO incident_components (incident_id, component_id, status) VALUES ${joinValues(rows)}
    ON CONFLICT (incident_id, component_id) DO UPDATE SET status = excluded.status`;
}

/**
 * Saves, publishes, or unpublishes a postmortem. Publishing it may notify subscribers; unpublishing
 * it cancels queued notifications. Throws 404 for an unknown incident, 409 if it is published before
 * the incident is resolved, 412 if it changed since it was read.
 */
export const savePostmortem = defineCommand(
  "editor",
  async (write, id: string, input: PostmortemChange) => {
    const { body, format: givenFormat, translations: changedTexts, published, ...others } = input;
    const { notify, ...rest } = others;
    rest satisfies NoFields;
    const { tx, now, organization, audit } = write;
    const incident = await getIncident(organization, id, tx);
    const before = incident.postmortem;
    requireMatch(write, before && serializePostmortem(before));
    const wasPublished = before !== null && before.publishedAt !== null;
    const isPublished = published ?? wasPublished;
    const isPublishing = isPublished && !wasPublished;
    if (isPublishing && incident.status !== "resolved")
      throw new Problem(
        "conflict",
        "This incident isn't resolved. Resolve it before you publish the postmortem.",
      );
    const publishedAt = isPublished ? (before?.publishedAt ?? now) : null;
    const format = givenFormat ?? before?.format ?? "plain";
    const translations = changeTranslations(before?.translations ?? {}, changedTexts);
    const after: Postmortem = { body, format, translations, publishedAt, updatedAt: now };
    if (before !== null && isDeepStrictEqual({ ...after, updatedAt: before.updatedAt }, before))
      return before;
    // Saving a draft does not change `updated_at` of the incident, which visitors can see.
    const updatedAt =
      isPublished || wasPublished ? getTimestampAfter(incident.updatedAt, now) : incident.updatedAt;
    await tx.incident.update({
      where: { id },
      data: {
        postmortem: after.body,
        postmortemFormat: format,
        postmortemTranslations: JSON.stringify(translations),
        postmortemPublishedAt: publishedAt,
        postmortemUpdatedAt: now,
        updatedAt,
      },
      select: { id: true },
    });
    let action = before === null ? "postmortem.created" : "postmortem.updated";
    if (isPublishing) action = "postmortem.published";
    else if (wasPublished && !isPublished) action = "postmortem.retracted";
    audit({
      action,
      subject: { ...createAuditSubject(incident), type: "postmortem" },
      ...(before && { before: serializePostmortem(before) }),
      after: serializePostmortem(after),
    });
    if (wasPublished && !isPublished) await withdrawPostmortemEvents(write, id);
    if (isPublishing && notify)
      await enqueuePlanned(write, await planPostmortemEvent(tx, { ...incident, updatedAt }, after));
    return after;
  },
);

const withdrawPostmortemEvents = ({ tx, now, organization }: Write, incidentId: string) =>
  withdrawEvents(
    tx,
    { organizationId: organization.id, incidentId, kind: "incident.postmortem_published" },
    now,
  );

async function planPostmortemEvent(
  tx: Tx,
  incident: IncidentWithRelations,
  { body, format, translations, updatedAt: publishedAt }: Postmortem,
): Promise<PlannedEvent> {
  const updates = await readIncidentUpdates(tx, incident.id, EVENT_UPDATES);
  const changes = incident.components.map(({ recordedStatus, ...component }) => ({
    ...component,
    before: recordedStatus,
    after: recordedStatus,
  }));
  const postmortem = { body, format, translations, publishedAt };
  const content = { updates, changes, postmortem };
  return planEvent("incident.postmortem_published", incident, null, content);
}

/**
 * Deletes a postmortem, published or draft, and cancels its queued notifications. Throws 404 if
 * there is none, 412 if it changed since it was read.
 */
export const deletePostmortem = defineCommand("editor", async (write, id: string) => {
  const { tx, now, organization, audit } = write;
  const incident = await getIncident(organization, id, tx);
  if (incident.postmortem === null) throw notFound("This postmortem");
  requireMatch(write, serializePostmortem(incident.postmortem));
  const updatedAt =
    incident.postmortem.publishedAt === null
      ? incident.updatedAt
      : getTimestampAfter(incident.updatedAt, now);
  await tx.incident.update({
    where: { id },
    data: {
      ...{ postmortem: null, postmortemTranslations: "{}", postmortemPublishedAt: null },
      ...{ postmortemUpdatedAt: null, updatedAt },
    },
    select: { id: true },
  });
  audit({
    action: "postmortem.deleted",
    subject: { ...createAuditSubject(incident), type: "postmortem" },
    before: serializePostmortem(incident.postmortem),
  });
  await withdrawPostmortemEvents(write, id);
});
