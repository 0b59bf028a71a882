import { actorId, actorName, type Context } from "@/lib/actor";
import { insertRows, listed, type Tx, updatePositions } from "@/lib/db";
import { type FieldError, invalid } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { takePosition, writeInOrganization } from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { forgetSettled, settleOutages } from "@/lib/uptime/commands";
import { type Component, getComponent, hasHistory, influences, listComponents, readSources, type ToldComponent, toldFields } from "./queries";
import { composeTimeline, effectiveStatus, incidentSpans, judgeOrder, maintenanceSpan, publicStatus, type Span } from "./rules";
import type { ComponentChange, ComponentStatus, NewComponent, NewComponents, PublicStatus } from "./schema";
import { serializeComponent } from "./serialize";

/** Creates a component at the end of the order, operational unless `status` says otherwise (contract §4). 400 for an unknown `group_id`. */
export async function createComponent(context: Context, scope: OrganizationScope, input: NewComponent): Promise<Component> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    await judge(tx, scope, input, now);
    const position = await takePosition(tx, scope);
    const { name, description, status = "operational", group_id: groupId = null, start_date: startDate = null } = input;
    const row = { id: newId(), organizationId: scope.id, name, description, status, position, groupId, startDate, archivedAt: null, createdAt: now, updatedAt: now };
    await tx.component.create({ data: { ...row, recordedStatus: status, statusChanges: { create: { id: newId(), status, at: now } } }, select: { id: true } });
    const set = status === "operational" ? null : await noteSetting(tx, context, row.id, status);
    const component: Component = { ...row, ownStatus: status, underMaintenance: false, statusSetAt: set?.at ?? null, statusSetBy: set?.by ?? null };
    await record({ action: "component.created", subject: subjectOf(component), after: serializeComponent(component) });
    return component;
  });
}

/** Creates components at the end of the order, in theirs: all of them, or none. 400 for each unknown `group_id`. */
export async function createComponents(context: Context, scope: OrganizationScope, { components: inputs }: NewComponents): Promise<Component[]> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    await judgeGroups(tx, scope, inputs);
    const first = await takePosition(tx, scope, inputs.length);
    const rows = inputs.map(({ name, description, group_id: groupId = null }, index) => ({
      ...{ id: newId(), organizationId: scope.id, name, description, groupId, position: first + index },
      ...{ status: "operational" as const, startDate: null, archivedAt: null, createdAt: now, updatedAt: now },
    }));
    await tx.component.createMany({ data: rows.map((row) => ({ ...row, recordedStatus: row.status })) });
    await insertRows(tx, "component_status_changes", rows.map(({ id, status }) => ({ id: newId(), componentId: id, status, at: now })));
    const components = rows.map((row): Component => ({ ...row, ownStatus: row.status, underMaintenance: false, statusSetAt: null, statusSetBy: null }));
    for (const component of components) await record({ action: "component.created", subject: subjectOf(component), after: serializeComponent(component) });
    return components;
  });
}

async function judgeGroups(tx: Tx, scope: OrganizationScope, inputs: NewComponents["components"]): Promise<void> {
  const ids = [...new Set(inputs.flatMap(({ group_id: id }) => id ?? []))];
  if (ids.length === 0) return;
  const found = await tx.componentGroup.findMany({ where: { organizationId: scope.id, id: { in: ids } }, select: { id: true } });
  const known = new Set(found.map(({ id }) => id));
  const errors = inputs.flatMap(({ group_id: id }, index) => (id === undefined || id === null || known.has(id) ? [] : [unknownGroup(id, `components.${index}.group_id`)]));
  if (errors.length > 0) throw invalid(errors);
}

const unknownGroup = (id: string, path = "group_id"): FieldError => ({ path, message: `${JSON.stringify(id)} is not a group of this organization` });

/**
 * Changes a component; what is left out stays. An operator's status is entered with its time and author. Archiving takes it from
 * the order, the end of archiving puts it last. 400 for an unknown `group_id` or a `start_date` ahead, 404, 412.
 */
export async function changeComponent(context: Context, scope: OrganizationScope, id: string, change: ComponentChange): Promise<Component> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getComponent(scope, id, tx);
    requireMatch(context, serializeComponent(before));
    await judge(tx, scope, change, now);
    const { archived = before.archivedAt !== null, status = before.ownStatus } = change;
    const data = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      groupId: change.group_id === undefined ? before.groupId : change.group_id,
      startDate: change.start_date === undefined ? before.startDate : change.start_date,
      status,
      ...(archived !== (before.archivedAt !== null) && (archived ? await archiving(tx, scope, now) : { archivedAt: null, position: await takePosition(tx, scope) })),
    };
    const was = { ...before, status: before.ownStatus };
    if (Object.entries(data).every(([field, value]) => was[field as keyof typeof data] === value)) return before;

    await tx.component.update({ where: { id }, data: { ...data, updatedAt: now }, select: { id: true } });
    if (status !== before.ownStatus) {
      await noteSetting(tx, context, id, status);
      await refreshStatuses(tx, [id], now);
    }
    const after = await getComponent(scope, id, tx);
    await record({ action: "component.updated", subject: subjectOf(after), before: serializeComponent(before), after: serializeComponent(after) });
    return after;
  });
}

/** Deletes a component that nothing ever happened to; archives any other, whose name stays in what happened. 404, 412. */
export async function deleteComponent(context: Context, scope: OrganizationScope, id: string): Promise<void> {
  const { now } = context;
  await writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getComponent(scope, id, tx);
    requireMatch(context, serializeComponent(before));
    const subject = subjectOf(before);
    if (!(await hasHistory(tx, id))) {
      await tx.component.delete({ where: { id }, select: { id: true } });
      await record({ action: "component.deleted", subject, before: serializeComponent(before) });
    } else if (before.archivedAt === null) {
      const data = { ...(await archiving(tx, scope, now)), updatedAt: now };
      await tx.component.update({ where: { id }, data, select: { id: true } });
      await record({ action: "component.archived", subject, before: serializeComponent(before), after: serializeComponent({ ...before, ...data }) });
    }
  });
}

const subjectOf = ({ id, name }: Component) => ({ type: "component", id, name });

/** Positions below zero are those of archived components: no two of an organization may have one. */
async function archiving(tx: Tx, scope: OrganizationScope, now: Date): Promise<{ archivedAt: Date; position: number }> {
  const { _min: least } = await tx.component.aggregate({ where: { organizationId: scope.id }, _min: { position: true } });
  return { archivedAt: now, position: Math.min(least.position ?? 0, 0) - 1 };
}

const DAY_MS = 24 * 60 * 60_000;

/** 400 for what only the database and the time can tell of a component's fields. */
async function judge(tx: Tx, scope: OrganizationScope, input: Pick<ComponentChange, "group_id" | "start_date">, now: Date): Promise<void> {
  const { group_id: groupId, start_date: startDate } = input;
  const errors: FieldError[] = [];
  if (groupId !== undefined && groupId !== null) {
    const group = await tx.componentGroup.findFirst({ where: { id: groupId, organizationId: scope.id }, select: { id: true } });
    if (group === null) errors.push(unknownGroup(groupId));
  }
  // Somewhere it is tomorrow already.
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
  if (typeof startDate === "string" && startDate > tomorrow) errors.push({ path: "start_date", message: "must not lie in the future" });
  if (errors.length > 0) throw invalid(errors);
}

/** Enters what an operator set. Never before the setting that it replaces: requests that wait for one another may overtake. */
async function noteSetting(tx: Tx, { actor, now }: Context, componentId: string, status: ComponentStatus) {
  const last = await tx.componentStatusSetting.findFirst({ where: { componentId }, select: { at: true }, orderBy: [{ at: "desc" }, { id: "desc" }] });
  const at = last !== null && last.at > now ? last.at : now;
  const by = { kind: actor.kind, id: actorId(actor), name: actorName(actor) };
  await insertRows(tx, "component_status_settings", [{ id: newId(), componentId, status, at, actorKind: by.kind, actorId: by.id, actorName: by.name }]);
  return { at, by };
}

/**
 * Puts the components in the order of `ids`, which names each that is not archived once: positions 0 to n-1. 400 naming what is
 * missing, unknown or double, 412 when the list is another by now.
 */
export async function orderComponents(context: Context, scope: OrganizationScope, ids: string[]): Promise<Component[]> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    if (context.ifMatch !== undefined) requireMatch(context, (await listComponents(scope, { archived: false }, tx)).map(serializeComponent));
    const before = await tx.component.findMany({
      where: { organizationId: scope.id, archivedAt: null },
      select: { id: true, position: true },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    });
    const errors = judgeOrder("component", before.map(({ id }) => id), ids);
    if (errors.length > 0) throw invalid(errors);
    const positions = new Map(before.map(({ id, position }) => [id, position]));
    const moved = ids.map((id, position) => ({ id, position })).filter(({ id, position }) => positions.get(id) !== position);
    if (moved.length > 0) {
      // First behind all others, then back in one statement: at no moment do two have one position.
      const behind = Math.max(ids.length, before.at(-1)!.position + 1);
      await updatePositions(tx, "components", moved.map(({ id, position }) => ({ id, position: behind + position })), now);
      await tx.$executeRaw`UPDATE components SET position = position - ${behind} WHERE organization_id = ${scope.id} AND position >= ${behind}`;
    }
    await tx.organization.update({ where: { id: scope.id }, data: { nextPosition: ids.length }, select: { id: true } });
    if (before.some(({ id }, index) => id !== ids[index])) {
      const subject = { type: "organization", id: scope.id, name: scope.id };
      await record({ action: "components.ordered", subject, before: { component_ids: before.map(({ id }) => id) }, after: { component_ids: ids } });
    }
    return listComponents(scope, { archived: false }, tx);
  });
}

/**
 * Enters changes of public status into the record from which uptime is computed; a component that stays what it was
 * is left out. Belongs into the transaction that changes the status.
 */
export async function recordStatuses(tx: Tx, changes: { id: string; before: PublicStatus; after: PublicStatus }[], at: Date): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return;
  // Requests that wait for one another may overtake, but the newest row must be the last.
  const newest = await tx.$queryRaw<{ id: string; at: Date }[]>`
    SELECT c.id, s.at FROM components c JOIN component_status_changes s
      ON s.id = (SELECT x.id FROM component_status_changes x WHERE x.component_id = c.id ORDER BY x.at DESC, x.id DESC LIMIT 1)
    WHERE c.id IN (${listed(changed.map(({ id }) => id))}) AND s.at > ${at}`;
  const earliest = new Map(newest.map((row) => [row.id, row.at]));
  await insertRows(tx, "component_status_changes", changed.map(({ id, after }) => ({ id: newId(), componentId: id, status: after, at: earliest.get(id) ?? at })));
  await settleOutages(tx, changed.map(({ id }) => id), at);
  for (const status of new Set(changed.map(({ after }) => after))) {
    const ids = changed.filter(({ after }) => after === status).map(({ id }) => id);
    await tx.component.updateMany({ where: { id: { in: ids } }, data: { recordedStatus: status } });
  }
}

/** A component whose public status may have changed: what it was, and what it is. */
export type StatusChange = ToldComponent & { before: PublicStatus; after: PublicStatus };

/**
 * Derives the public status of these components anew, from what operators set and what incidents and maintenances say by now,
 * and enters what changed into the record. All of one organization, in the order of `ids`. Belongs into the transaction of the change, behind its writes.
 */
export async function refreshStatuses(tx: Tx, ids: readonly string[], at: Date): Promise<StatusChange[]> {
  if (ids.length === 0) return [];
  const chosen = [...new Set(ids)];
  const rows = await tx.component.findMany({ where: { id: { in: chosen } }, select: { ...toldFields, organizationId: true, status: true, recordedStatus: true } });
  if (rows.length === 0) return [];
  const influence = await influences(tx, rows[0]!.organizationId, chosen);
  const changes = new Map(
    rows.map(({ status, recordedStatus, organizationId: _, ...component }) => {
      const { id } = component;
      const { fromIncidents, underMaintenance } = influence(id);
      const after = publicStatus(effectiveStatus(status as ComponentStatus, fromIncidents), underMaintenance);
      return [id, { ...component, before: recordedStatus as PublicStatus, after }];
    }),
  );
  const ordered = chosen.flatMap((id) => changes.get(id) ?? []);
  await recordStatuses(tx, ordered, at);
  return ordered;
}

/** Components whose record is composed at once, and rows that one statement enters. */
const REBUILT_AT_ONCE = 100;
const ROWS_AT_ONCE = 500;

/**
 * Derives the whole record of these components anew, when the past was corrected: an incident backfilled, deleted, or said to
 * have begun at another time. Belongs into the transaction of the correction, behind its writes.
 */
export async function rebuildRecord(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const all = [...new Set(ids)];
  for (let start = 0; start < all.length; start += REBUILT_AT_ONCE) await rebuild(tx, all.slice(start, start + REBUILT_AT_ONCE));
  // What is so by now decides, whatever the sources say of the past.
  await refreshStatuses(tx, all, now);
  if (all.length > 0) await settleOutages(tx, all, now);
}

/** Rows by one of their fields, in the order in which they are. */
function rowsBy<Row extends object, Key extends keyof Row>(rows: readonly Row[], key: Key): Map<Row[Key], Row[]> {
  const groups = new Map<Row[Key], Row[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group === undefined) groups.set(row[key], [row]);
    else group.push(row);
  }
  return groups;
}

async function rebuild(tx: Tx, ids: string[]): Promise<void> {
  const { components, settings, incidents, updates, maintenances } = await readSources(tx, ids);
  const spans = new Map(ids.map((id): [string, Span[]] => [id, []]));
  const updatesOf = rowsBy(updates, "incidentId");
  for (const [incidentId, rows] of rowsBy(incidents, "incidentId")) {
    const current = new Map(rows.map(({ componentId, status }) => [componentId, status as PublicStatus]));
    for (const [id, said] of incidentSpans(rows[0]!, updatesOf.get(incidentId) ?? [], current)) for (const span of said) spans.get(id)!.push(span);
  }
  for (const { componentId, maintenance } of maintenances) spans.get(componentId)!.push(...maintenanceSpan(maintenance));

  const settingsOf = rowsBy(settings, "componentId");
  const composed = components.map(({ id, createdAt }) => {
    const own = (settingsOf.get(id) ?? []).map(({ at, status }) => ({ at: at.getTime(), status: status as ComponentStatus }));
    const steps = composeTimeline(createdAt.getTime(), own, spans.get(id)!);
    return { id, steps, newest: steps.at(-1)!.status };
  });
  await forgetSettled(tx, ids);
  await tx.componentStatusChange.deleteMany({ where: { componentId: { in: ids } } });
  const rows = composed.flatMap(({ id, steps }) => steps.map(({ at, status }) => ({ id: newId(), componentId: id, status, at: new Date(at) })));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await insertRows(tx, "component_status_changes", rows.slice(start, start + ROWS_AT_ONCE));
  for (const [status, same] of rowsBy(composed, "newest")) {
    await tx.component.updateMany({ where: { id: { in: same.map(({ id }) => id) } }, data: { recordedStatus: status } });
  }
}
