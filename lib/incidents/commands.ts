import { actorId, type Context } from "@/lib/actor";
import { rebuildRecord, recordStatuses, refreshStatuses, type StatusChange } from "@/lib/components/commands";
import { type AffectedComponent, countStatuses, requireComponents } from "@/lib/components/queries";
import { pageStatus, worstStatus } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { insertRows, type Tx } from "@/lib/db";
import { addErrors, type FieldError, invalid, notFound, POSTED_SINCE, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/events";
import { componentsForEvent, EVENT_UPDATES, fitIntoEvent, outboxRow, type OutboxRow } from "@/lib/notifications/outbox";
import { type Record, rehearseInOrganization, writeInOrganization } from "@/lib/organizations/commands";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { type Preview, previewEvent } from "@/lib/previews/queries";
import { findTemplate } from "@/lib/templates/queries";
import { laterThan } from "@/lib/time/moments";
import { getIncident, getIncidentDetail, getUpdate, type Incident, type IncidentDetail, type IncidentRecord, type IncidentUpdate, type Postmortem } from "./queries";
import { type Affected, correctImpact, type IncidentPlan, IS_REQUIRED, kindOfUpdate, planIncident, sayOn, tellsOfNew } from "./rules";
import { defaultBody, type IncidentChange, impactStatus, type NewIncident, type NewUpdate, type PostmortemChange, type Reopening, type Resolution, type Statement, type UpdateChange } from "./schema";
import { serializeIncident, serializeIncidentDetail, serializePostmortem, serializeUpdate } from "./serialize";

const subjectOf = ({ id, title }: Incident) => ({ type: "incident", id, name: title });

/**
 * Creates an incident: the incident, its first update, what it says of its components, the change in their record and
 * the event that notifies subscribers are one transaction. 400 naming the ids that are not in this organization, and times
 * that make no sense. One that is backfilled corrects the record of its components ({@link planIncident}).
 */
export async function createIncident(context: Context, scope: OrganizationScope, input: NewIncident): Promise<Incident> {
  return writeInOrganization(context, scope, "editor", async (tx, record) => (await writeIncident(tx, context, scope, record, input)).incident);
}

/** What subscribers would be told if the incident was created; nothing is. 400 as on creation. */
export async function previewIncident(context: Context, scope: OrganizationScope, input: NewIncident): Promise<Preview> {
  const told = { ...input, notify: true };
  const { event } = await rehearseInOrganization(context, scope, "editor", (tx, record) => writeIncident(tx, context, scope, record, told));
  return previewEvent(scope, event!, { silent: !tellsOfNew(input) });
}

/** An incident that was written, and the event that tells of it; null when nobody is told. */
type Written = { incident: Incident; event: OutboxRow | null };

async function writeIncident(tx: Tx, context: Context, scope: OrganizationScope, record: Record, input: NewIncident): Promise<Written> {
  const { now } = context;
  const { plan, components } = await requirePlan(tx, scope, input, now);
  const said = sayOn(new Map(), plan.impact, components.map(({ id }) => id), input.components);
  const row = {
    id: newId(),
    organizationId: scope.id,
    title: plan.title,
    status: plan.status,
    impact: plan.impact,
    startedAt: plan.startedAt,
    resolvedAt: plan.resolvedAt,
    createdAt: now,
    updatedAt: now,
  };
  const incident: Incident = { ...row, componentIds: components.map(({ id }) => id) };
  await insertRows(tx, "incidents", [row]);
  await insertRows(tx, "incident_components", components.map(({ id }) => ({ incidentId: row.id, componentId: id, status: said.get(id)! })));
  const resolved = plan.status === "resolved";
  const changes = components.map(({ recordedStatus: before, ...component }) => ({ ...component, before, after: resolved ? before : worstStatus<PublicStatus>([before, said.get(component.id)!]) }));
  const updates = plan.updates.map((update) => ({
    ...update,
    id: newId(),
    components: plan.backfilled ? inRetrospect(components, said, plan, update) : changes.map((change) => affectedBy(change, resolved ? "operational" : said.get(change.id)!)),
  }));
  await insertRows(
    tx,
    "incident_updates",
    updates.map(({ at, ...update }) => ({
      ...update,
      incidentId: row.id,
      components: JSON.stringify(update.components),
      displayAt: at,
      notified: plan.notify,
      authorId: actorId(context.actor),
      createdAt: now,
      updatedAt: now,
    })),
  );
  if (plan.backfilled) await rebuildRecord(tx, incident.componentIds, now);
  else await recordStatuses(tx, changes, now);
  await record({ action: "incident.created", subject: subjectOf(incident), after: serializeIncident(incident) });
  if (!plan.notify) return { incident, event: null };
  const told = updates.map(({ at, ...update }) => ({ ...update, notified: true, displayAt: at, createdAt: now, updatedAt: now })).reverse();
  const event = await tell(tx, scope, "incident.created", incident, told, plan.backfilled ? await seenSince(tx, components) : changes, now);
  return { incident, event };
}

/** The incident to be written, and its components. 400 for an unknown template, what {@link planIncident} finds wrong, and unknown components: all at once. */
async function requirePlan(tx: Tx, scope: OrganizationScope, input: NewIncident, now: Date): Promise<{ plan: IncidentPlan; components: AffectedComponent[] }> {
  const { template_id: templateId } = input;
  const template = templateId === undefined ? null : await findTemplate(tx, scope, "incident", templateId);
  const plan = planIncident(input, template, now);
  const errors = Array.isArray(plan) ? plan : [];
  if (templateId !== undefined && template === null) {
    // What it was to give is not missing for its own sake.
    const own = errors.filter(({ message }) => message !== IS_REQUIRED);
    errors.splice(0, errors.length, { path: "template_id", message: `${JSON.stringify(templateId)} is not a template for incidents of this organization` }, ...own);
  }
  const components = await requireAffected(tx, scope, input.component_ids ?? template?.componentIds ?? [], input.components, errors);
  return { plan: plan as IncidentPlan, components };
}

/**
 * The components that `component_ids` and `components` name, once each, by position. 400 naming those that are not in this
 * organization, or archived and not among `kept`, behind the other `errors`.
 */
async function requireAffected(tx: Tx, scope: OrganizationScope, ids: readonly string[], statements: readonly Statement[], errors: FieldError[], kept?: readonly string[]): Promise<AffectedComponent[]> {
  const pathOf = (index: number) => (index < ids.length ? `component_ids.${index}` : `components.${index - ids.length}.id`);
  const components = await requireComponents(tx, scope, [...ids, ...statements.map(({ id }) => id)], { pathOf, ...(kept && { kept }) }).catch(addErrors(errors));
  if (errors.length > 0) throw invalid(errors);
  return components;
}

const affectedBy = ({ id, name, before, after }: Pick<StatusChange, "id" | "name" | "before" | "after">, status: ComponentStatus): Affected => ({ id, name, old_status: before, new_status: after, status });

/** What an update of the past keeps of its components: nobody saw them then, so what this incident alone made of them. */
function inRetrospect(components: readonly AffectedComponent[], said: ReadonlyMap<string, ComponentStatus>, { updates }: IncidentPlan, update: IncidentPlan["updates"][number]): Affected[] {
  const sayAt = ({ status }: { status: string }, id: string) => (status === "resolved" ? "operational" : said.get(id)!);
  const earlier = updates[updates.indexOf(update) - 1];
  return components.map(({ id, name }) => {
    const [before, after] = [earlier ? sayAt(earlier, id) : "operational", sayAt(update, id)] as const;
    return affectedBy({ id, name, before, after }, after);
  });
}

/** What has become of components since they were read, in their order. */
async function seenSince(tx: Tx, components: readonly AffectedComponent[]): Promise<StatusChange[]> {
  if (components.length === 0) return [];
  const rows = await tx.component.findMany({ where: { id: { in: components.map(({ id }) => id) } }, select: { id: true, recordedStatus: true } });
  const now = new Map(rows.map(({ id, recordedStatus }) => [id, recordedStatus as PublicStatus]));
  return components.map(({ recordedStatus: before, ...component }) => ({ ...component, before, after: now.get(component.id) ?? before }));
}

type Told = Pick<IncidentUpdate, "id" | "status" | "body" | "notified" | "displayAt" | "createdAt" | "updatedAt">;

/** Writes the event that tells subscribers of an incident, complete; `updates` are newest first. Of the postmortem, only what is published. */
async function tell(tx: Tx, scope: { id: OrganizationId }, kind: EventKind, incident: Incident, updates: readonly Told[], changes: readonly StatusChange[], now: Date, postmortem?: { body: string; publishedAt: Date }): Promise<OutboxRow> {
  const said = incident.status === "resolved" ? "operational" : impactStatus[incident.impact];
  const event = outboxRow({
    kind,
    organizationId: scope.id,
    incidentId: incident.id,
    maintenanceId: null,
    createdAt: now,
    payload: {
      incident: serializeIncident(incident),
      updates: fitIntoEvent(updates).map(({ id, status, body, notified, displayAt, createdAt, updatedAt }) => ({
        id,
        status,
        body,
        notified,
        ...(displayAt.getTime() !== createdAt.getTime() && { display_at: displayAt.toISOString() }),
        created_at: createdAt.toISOString(),
        updated_at: updatedAt.toISOString(),
      })),
      components: componentsForEvent(changes),
      page: pageStatus(await countStatuses(tx, scope), said),
      ...(postmortem && { postmortem: { body: postmortem.body, published_at: postmortem.publishedAt.toISOString() } }),
    },
  });
  await insertRows(tx, "notification_events", [event]);
  return event;
}

/** The updates of an incident that an event may have room for, newest first. */
const newestUpdates = async (tx: Tx, incidentId: string): Promise<Told[]> =>
  (await tx.incidentUpdate.findMany({
    where: { incidentId },
    orderBy: [{ displayAt: "desc" }, { id: "desc" }],
    take: EVENT_UPDATES,
    select: { id: true, status: true, body: true, notified: true, displayAt: true, createdAt: true, updatedAt: true },
  })) as Told[];

/**
 * Corrects an incident. A new impact corrects what was said in the name of the old one; a new start moves the first update
 * with it; both correct the record of the components. Nobody is told. 404, 412, 400 for a start that makes no sense.
 */
export async function changeIncident(context: Context, scope: OrganizationScope, id: string, change: IncidentChange): Promise<IncidentDetail> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getIncidentDetail(scope, id, tx);
    requireMatch(context, serializeIncidentDetail(before));
    const { title = before.title, impact = before.impact, started_at: startedAt = before.startedAt } = change;
    const moved = startedAt.getTime() !== before.startedAt.getTime();
    if (moved) await moveStart(tx, context, before, startedAt);
    if (impact !== before.impact) await changeImpact(tx, before, impactStatus[before.impact], impactStatus[impact]);
    await tx.incident.update({ where: { id }, data: { title, impact, startedAt, updatedAt: laterThan(before.updatedAt, now) }, select: { id: true } });
    if (moved || impact !== before.impact) await rebuildRecord(tx, before.componentIds, now);
    const after = await getIncidentDetail(scope, id, tx);
    await record({ action: "incident.updated", subject: subjectOf(after), before: serializeIncidentDetail(before), after: serializeIncidentDetail(after) });
    return after;
  });
}

/** Moves the first update to the new start of its incident. One that was over when it was told of gets one there, as if it had been backfilled. */
async function moveStart(tx: Tx, { actor, now }: Context, incident: IncidentRecord, startedAt: Date): Promise<void> {
  const incidentId = incident.id;
  const [first, second] = await tx.incidentUpdate.findMany({
    where: { incidentId },
    orderBy: [{ displayAt: "asc" }, { id: "asc" }],
    take: 2,
    select: { id: true, status: true, displayAt: true },
  });
  const stays = first!.status === "resolved";
  const next = stays ? first : second;
  if (startedAt > now) throw invalid([{ path: "started_at", message: "must not lie in the future" }]);
  if (next && startedAt > next.displayAt) throw invalid([{ path: "started_at", message: `must not be after the next update, which is of ${next.displayAt.toISOString()}` }]);
  if (!stays) await tx.incidentUpdate.update({ where: { id: first!.id }, data: { displayAt: startedAt }, select: { id: true } });
  else if (startedAt < first!.displayAt) {
    const components = incident.components.map(({ id, name, status }) => affectedBy({ id, name, before: "operational", after: status }, status));
    const begun = { id: newId(), incidentId, status: "investigating", body: defaultBody.investigating, notified: false, authorId: actorId(actor), displayAt: startedAt, createdAt: now, updatedAt: now };
    await insertRows(tx, "incident_updates", [{ ...begun, components: JSON.stringify(components) }]);
  }
}

async function changeImpact(tx: Tx, incident: IncidentRecord, from: ComponentStatus, to: ComponentStatus): Promise<void> {
  const ids = incident.components.filter(({ status }) => status === from).map((component) => component.id);
  if (ids.length === 0) return;
  await tx.incidentComponent.updateMany({ where: { incidentId: incident.id, status: from }, data: { status: to } });
  // Those that resolved it say "operational" of all, whatever the impact.
  const rows = await tx.incidentUpdate.findMany({ where: { incidentId: incident.id, status: { not: "resolved" } }, orderBy: [{ displayAt: "desc" }, { id: "desc" }], select: { id: true, components: true } });
  const updates = rows.map((row) => ({ id: row.id, components: JSON.parse(row.components) as Affected[] }));
  for (const { id, components } of correctImpact(updates, ids, from, to)) {
    await tx.incidentUpdate.update({ where: { id }, data: { components: JSON.stringify(components) }, select: { id: true } });
  }
}

/**
 * Deletes an incident with all its updates, and corrects the record of its components. What subscribers were told stays told:
 * its events remain, and deliveries that are pending go out, for their words were true. 404, 412.
 */
export async function deleteIncident(context: Context, scope: OrganizationScope, id: string): Promise<void> {
  await writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getIncidentDetail(scope, id, tx);
    requireMatch(context, serializeIncidentDetail(before));
    await tx.incident.delete({ where: { id }, select: { id: true } });
    await rebuildRecord(tx, before.componentIds, context.now);
    await record({ action: "incident.deleted", subject: subjectOf(before), before: serializeIncidentDetail(before) });
  });
}

/**
 * Posts an update, from which the incident has its status. What it says of components counts from now on; those it leaves out
 * carry forward, and `resolved` ends them all. 404, 400 naming components that are not in this organization, 409 when another update than `after` is the newest.
 */
export async function postUpdate(context: Context, scope: OrganizationScope, incidentId: string, input: NewUpdate): Promise<IncidentUpdate> {
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const incident = await getIncident(scope, incidentId, tx);
    await requireNewest(tx, incidentId, input);
    return (await sayUpdate(tx, context, scope, record, incident, { ...input, status: input.status ?? incident.status })).update;
  });
}

/** Whoever posts may say what they have seen: 409 when something was posted since. Belongs behind the lock of the organization. */
async function requireNewest(tx: Tx, incidentId: string, { after }: NewUpdate): Promise<void> {
  if (after !== undefined && after !== (await newestUpdate(tx, incidentId)).id) throw new Problem("conflict", POSTED_SINCE);
}

/** What subscribers would be told if the update was posted; it is not. 404, 400, 409 as for the update itself. */
export async function previewUpdate(context: Context, scope: OrganizationScope, incidentId: string, input: NewUpdate): Promise<Preview> {
  const { event } = await rehearseInOrganization(context, scope, "editor", async (tx, record) => {
    const incident = await getIncident(scope, incidentId, tx);
    await requireNewest(tx, incidentId, input);
    return sayUpdate(tx, context, scope, record, incident, { ...input, notify: true, status: input.status ?? incident.status });
  });
  return previewEvent(scope, event!, { silent: !input.notify });
}

/** Resolves an incident by an update. 404, 409 when it is resolved: of two at the same moment, one has resolved it. */
export async function resolveIncident(context: Context, scope: OrganizationScope, id: string, input: Resolution): Promise<IncidentDetail> {
  return turn(context, scope, id, { ...input, status: "resolved", components: [], component_ids: [] });
}

/**
 * Reopens an incident by an update: it says of its components again what it said before it was resolved, unless told otherwise.
 * 404, 409 when it is not resolved, 400 as for any update.
 */
export async function reopenIncident(context: Context, scope: OrganizationScope, id: string, input: Reopening): Promise<IncidentDetail> {
  return turn(context, scope, id, input);
}

/** What an update says, once it is settled what it may be said behind. */
type Saying = Required<Omit<NewUpdate, "after">>;

async function turn(context: Context, scope: OrganizationScope, id: string, input: Saying): Promise<IncidentDetail> {
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    // Behind the lock of the organization's row: nobody else changes it between this look and the write.
    const incident = await getIncident(scope, id, tx);
    const resolved = incident.status === "resolved";
    if (resolved === (input.status === "resolved")) throw new Problem("conflict", resolved ? "This incident is resolved already." : `This incident is ${incident.status}, not resolved.`);
    await sayUpdate(tx, context, scope, record, incident, input);
    return getIncidentDetail(scope, id, tx);
  });
}

async function sayUpdate(tx: Tx, context: Context, scope: OrganizationScope, record: Record, before: IncidentRecord, input: Saying): Promise<{ update: IncidentUpdate; event: OutboxRow | null }> {
  const { now, actor } = context;
  const { status } = input;
  const resolved = status === "resolved";
  await requireAffected(tx, scope, input.component_ids, input.components, resolved ? notSilent(input.components) : [], before.componentIds);
  const known = new Map(before.components.map((component) => [component.id, component.status]));
  // A resolved incident keeps what it said last: that is what it says again when it is reopened.
  const added = resolved ? [...input.component_ids, ...input.components.map(({ id }) => id)] : input.component_ids;
  const said = sayOn(known, before.impact, added, resolved ? [] : input.components);
  await writeStatements(tx, before.id, known, said);

  const at = await momentAfter(tx, before.id, now);
  const resolvedAt = resolved ? (before.resolvedAt ?? at) : null;
  await tx.incident.update({ where: { id: before.id }, data: { status, resolvedAt, updatedAt: laterThan(before.updatedAt, now) }, select: { id: true } });
  const after = await getIncident(scope, before.id, tx);
  const changes = await refreshStatuses(tx, after.componentIds, at);

  const update: IncidentUpdate = {
    id: newId(),
    incidentId: before.id,
    status,
    body: input.body || defaultBody[status],
    components: changes.map((change) => affectedBy(change, resolved ? "operational" : said.get(change.id)!)),
    displayAt: at,
    notified: input.notify,
    authorId: actorId(actor),
    createdAt: now,
    updatedAt: now,
    earlier: [],
  };
  const { earlier: _, ...row } = update;
  await insertRows(tx, "incident_updates", [{ ...row, components: JSON.stringify(update.components) }]);
  const kind = kindOfUpdate(before.status, status);
  await record({ action: "incident_update.created", subject: { type: "incident_update", id: update.id, name: before.title }, after: serializeUpdate(update) });
  await record({ action: kind, subject: subjectOf(after), before: serializeIncident(before), after: serializeIncident(after) });
  return { update, event: input.notify ? await tell(tx, scope, kind, after, await newestUpdates(tx, before.id), changes, now) : null };
}

/** What is wrong with statements that an incident cannot make once it is resolved. */
const notSilent = (statements: readonly Statement[]): FieldError[] =>
  statements.flatMap(({ status }, index) =>
    status === "operational" ? [] : [{ path: `components.${index}.status`, message: "must be operational: a resolved incident says nothing else of its components" }],
  );

async function writeStatements(tx: Tx, incidentId: string, known: ReadonlyMap<string, ComponentStatus>, said: ReadonlyMap<string, ComponentStatus>): Promise<void> {
  const added = [...said].filter(([id]) => !known.has(id));
  await insertRows(tx, "incident_components", added.map(([componentId, status]) => ({ incidentId, componentId, status })));
  const changed = [...said].filter(([id, status]) => known.has(id) && known.get(id) !== status);
  for (const status of new Set(changed.map(([, status]) => status))) {
    const ids = changed.filter(([, other]) => other === status).map(([id]) => id);
    await tx.incidentComponent.updateMany({ where: { incidentId, componentId: { in: ids } }, data: { status } });
  }
}

/** Now, but behind all updates there are: the newest decides the status. */
async function momentAfter(tx: Tx, incidentId: string, now: Date): Promise<Date> {
  const newest = await newestUpdate(tx, incidentId);
  return laterThan(newest.displayAt, now);
}

const newestUpdate = (tx: Tx, incidentId: string) =>
  tx.incidentUpdate.findFirstOrThrow({ where: { incidentId }, orderBy: [{ displayAt: "desc" }, { id: "desc" }], select: { id: true, displayAt: true } });

/** Changes the words of an update; what they were stays in the record. 404, 412. */
export async function changeUpdate(context: Context, scope: OrganizationScope, incidentId: string, id: string, { body }: UpdateChange): Promise<IncidentUpdate> {
  const { now, actor } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getUpdate(scope, incidentId, id, tx);
    requireMatch(context, serializeUpdate(before));
    if (body === before.body) return before;
    await tx.incidentUpdateText.create({ data: { id: newId(), updateId: id, body: before.body, replacedAt: now, replacedBy: actorId(actor) }, select: { id: true } });
    await tx.incidentUpdate.update({ where: { id }, data: { body, updatedAt: now }, select: { id: true } });
    const after = await getUpdate(scope, incidentId, id, tx);
    const { title, updatedAt } = await tx.incident.findUniqueOrThrow({ where: { id: incidentId }, select: { title: true, updatedAt: true } });
    await tx.incident.update({ where: { id: incidentId }, data: { updatedAt: laterThan(updatedAt, now) }, select: { id: true } });
    await record({ action: "incident_update.updated", subject: { type: "incident_update", id, name: title }, before: { body: before.body }, after: { body } });
    return after;
  });
}

const postmortemOf = ({ id, title }: Incident) => ({ type: "postmortem", id, name: title });

/**
 * Writes the postmortem of an incident, publishes it (which tells subscribers, once per publication), or retracts it. 404, 412,
 * 409 when it is to be published while the incident is not resolved.
 */
export async function savePostmortem(context: Context, scope: OrganizationScope, id: string, input: PostmortemChange): Promise<Postmortem> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const incident = await getIncident(scope, id, tx);
    const before = incident.postmortem;
    requireMatch(context, before && serializePostmortem(before));
    const wasPublished = before !== null && before.publishedAt !== null;
    const published = input.published ?? wasPublished;
    const publishes = published && !wasPublished;
    if (publishes && incident.status !== "resolved") throw new Problem("conflict", "A postmortem is published when its incident is resolved.");
    const publishedAt = published ? (before?.publishedAt ?? now) : null;
    const after: Postmortem = { body: input.body, publishedAt, updatedAt: now };
    // What strangers read of the incident does not tell that somebody works on a draft.
    const updatedAt = published || wasPublished ? laterThan(incident.updatedAt, now) : incident.updatedAt;
    await tx.incident.update({ where: { id }, data: { postmortem: after.body, postmortemPublishedAt: publishedAt, postmortemUpdatedAt: now, updatedAt }, select: { id: true } });
    const retracts = wasPublished && publishedAt === null;
    const action = publishes ? "postmortem.published" : retracts ? "postmortem.retracted" : before === null ? "postmortem.created" : "postmortem.updated";
    await record({ action, subject: postmortemOf(incident), ...(before && { before: serializePostmortem(before) }), after: serializePostmortem(after) });
    if (publishes && input.notify) {
      const changes = incident.components.map(({ recordedStatus, ...component }) => ({ ...component, before: recordedStatus, after: recordedStatus }));
      await tell(tx, scope, "incident.postmortem_published", { ...incident, updatedAt }, await newestUpdates(tx, id), changes, now, { body: after.body, publishedAt: now });
    }
    return after;
  });
}

/** Deletes the postmortem of an incident, published or not. 404, 412. */
export async function deletePostmortem(context: Context, scope: OrganizationScope, id: string): Promise<void> {
  await writeInOrganization(context, scope, "editor", async (tx, record) => {
    const incident = await getIncident(scope, id, tx);
    if (incident.postmortem === null) throw notFound("This postmortem");
    requireMatch(context, serializePostmortem(incident.postmortem));
    const updatedAt = incident.postmortem.publishedAt === null ? incident.updatedAt : laterThan(incident.updatedAt, context.now);
    await tx.incident.update({ where: { id }, data: { postmortem: null, postmortemPublishedAt: null, postmortemUpdatedAt: null, updatedAt }, select: { id: true } });
    await record({ action: "postmortem.deleted", subject: postmortemOf(incident), before: serializePostmortem(incident.postmortem) });
  });
}
