import { type Actor, getActorId, getActorName, type Context } from "@/lib/actor";
import { updatePositions } from "@/lib/positions";
import { insertRows, joinValues, sql } from "@/lib/statements";
import { isPostgresql, type Tx } from "@/lib/db/database";
import { type FieldError, invalid } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { allocatePositions, defineCommand, type Write } from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { groupRows } from "@/lib/relations";
import { getTimestampAfter } from "@/lib/time/rules";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import {
  type Component,
  countStatuses,
  getComponent,
  isReferenced,
  listComponents,
  readStatusChanges,
  readTimelineSources,
  type StatusAuthor,
  type StatusChange,
} from "./queries";
import {
  composeTimeline,
  listIncidentStatusSpans,
  validateOrder,
  listMaintenanceStatusSpans,
  getPageStatus,
  type StatusSpan,
} from "./rules";
import type {
  ComponentChange,
  ComponentStatus,
  NewComponent,
  NewComponents,
  PublicStatus,
} from "./schema";
import { serializeComponent, toEventComponents } from "./serialize";

/**
 * Creates a component at the end of the list. Throws 400 for an unknown group or a start date after
 * tomorrow, 409 if the organization has the maximum number of components.
 */
export const createComponent = defineCommand("editor", async (write, input: NewComponent) => {
  const { tx, now, organization } = write;
  await validateReferences(tx, organization, input, now);
  const [component] = await insertComponents(write, [input]);
  return component!;
});

/**
 * Creates components at the end of the list, or none if one is invalid. Throws 400 for an unknown
 * group, 409 if the organization has the maximum number of components.
 */
export const createComponents = defineCommand(
  "editor",
  async (write, { components: inputs }: NewComponents) => {
    const { tx, organization } = write;
    const getPath = (index: number) => `components.${index}.group_id`;
    const errors = await findGroupErrors(tx, organization, inputs, getPath);
    if (errors.length > 0) throw invalid(errors);
    return insertComponents(write, inputs);
  },
);

async function insertComponents(
  write: Write,
  inputs: readonly NewComponent[],
): Promise<Component[]> {
  const { tx, organization, actor, now, audit } = write;
  const first = await allocatePositions(tx, organization, now, inputs.length);
  const rows = inputs.map((input, index) => {
    const {
      name,
      description,
      status = "operational",
      group_id: groupId = null,
      start_date: startDate = null,
      translations,
      ...rest
    } = input;
    rest satisfies NoFields;
    return {
      ...{ id: newId(), organizationId: organization.id, position: first + index },
      ...{ name, description, translations: changeTranslations({}, translations) },
      ...{ status, groupId, startDate, archivedAt: null, createdAt: now, updatedAt: now },
    };
  });
  await tx.component.createMany({
    data: rows.map((row) => ({
      ...row,
      translations: JSON.stringify(row.translations),
      recordedStatus: row.status,
    })),
  });
  await insertRows(
    tx,
    "component_status_changes",
    rows.map(({ id, status }) => ({ id: newId(), componentId: id, status, at: now })),
  );
  const components = rows.map((row): Component => {
    const isSet = row.status !== "operational";
    return {
      ...row,
      ownStatus: row.status,
      isUnderMaintenance: false,
      statusSetAt: isSet ? now : null,
      statusSetBy: isSet ? toStatusAuthor(actor) : null,
    };
  });
  for (const component of components) {
    const { id, status } = component;
    if (status !== "operational") await insertStatusSetting(tx, write, id, status);
    const after = serializeComponent(component);
    audit({ action: "component.created", subject: toAuditSubject(component), after });
  }
  return components;
}

/** Returns an error for each input whose group is unknown. */
async function findGroupErrors(
  tx: Tx,
  scope: OrganizationScope,
  inputs: readonly Pick<NewComponent, "group_id">[],
  getPath: (index: number) => string,
): Promise<FieldError[]> {
  const ids = [...new Set(inputs.flatMap(({ group_id: id }) => id ?? []))];
  if (ids.length === 0) return [];
  const found = await tx.componentGroup.findMany({
    where: { organizationId: scope.id, id: { in: ids } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  return inputs.flatMap(({ group_id: id }, index) => {
    if (id == null || known.has(id)) return [];
    const message = `${JSON.stringify(id)} is not a group of this organization`;
    return { path: getPath(index), message };
  });
}

/**
 * Changes, archives, or restores a component. Throws 400 for an unknown group or a start date after
 * tomorrow, 404 if the component does not exist, 409 if restoring it exceeds the limit, 412 if it
 * changed since it was read.
 */
export const changeComponent = defineCommand(
  "editor",
  async (write, id: string, change: ComponentChange) => {
    const { tx, now, organization, audit } = write;
    const before = await getComponent(organization, id, tx);
    requireMatch(write, serializeComponent(before));
    await validateReferences(tx, organization, change, now);
    const {
      name = before.name,
      description = before.description,
      group_id: groupId = before.groupId,
      start_date: startDate = before.startDate,
      status = before.ownStatus,
      archived = before.archivedAt !== null,
      notify = false,
      translations: changedTexts,
      ...rest
    } = change;
    rest satisfies NoFields;
    const translations = changeTranslations(before.translations, changedTexts);
    const data = {
      ...{ name, description, translations: JSON.stringify(translations) },
      ...{ groupId, startDate, status },
      ...(archived !== (before.archivedAt !== null) &&
        (archived
          ? await createArchivedFields(tx, organization, now)
          : { archivedAt: null, position: await allocatePositions(tx, organization, now) })),
    };
    const translationsBefore = JSON.stringify(before.translations);
    const was = { ...before, translations: translationsBefore, status: before.ownStatus };
    if (Object.entries(data).every(([field, value]) => was[field as keyof typeof data] === value))
      return before;

    await tx.component.update({
      where: { id },
      data: { ...data, updatedAt: now },
      select: { id: true },
    });
    let isNotified = false;
    if (status !== before.ownStatus) {
      await insertStatusSetting(tx, write, id, status);
      const [shown] = await refreshStatuses(tx, [id], now);
      isNotified = notify && !archived && shown!.before !== shown!.after;
      if (isNotified) await enqueueComponentEvent(write, shown!);
    }
    const after = await getComponent(organization, id, tx);
    audit({
      action: "component.updated",
      subject: toAuditSubject(after),
      before: serializeComponent(before),
      after: { ...serializeComponent(after), ...(isNotified && { notified: true }) },
    });
    return after;
  },
);

async function enqueueComponentEvent(
  { tx, organization, enqueue }: Write,
  change: StatusChange,
): Promise<void> {
  const page = getPageStatus(await countStatuses(tx, organization), "operational");
  const components = toEventComponents([change]);
  await enqueue({
    ...{ kind: "component.updated", componentId: change.id },
    ...{ incidentId: null, maintenanceId: null, updateId: null },
    payload: { incident: null, updates: [], components, page },
  });
}

/**
 * Deletes a component, or archives it if something refers to it. Throws 404 if it does not exist,
 * 412 if it changed since it was read.
 */
export const deleteComponent = defineCommand("editor", async (write, id: string) => {
  const { tx, now, organization, audit } = write;
  const before = await getComponent(organization, id, tx);
  requireMatch(write, serializeComponent(before));
  const subject = toAuditSubject(before);
  if (!(await isReferenced(tx, organization, id))) {
    await tx.component.delete({ where: { id }, select: { id: true } });
    audit({ action: "component.deleted", subject, before: serializeComponent(before) });
  } else if (before.archivedAt === null) {
    const data = { ...(await createArchivedFields(tx, organization, now)), updatedAt: now };
    await tx.component.update({ where: { id }, data, select: { id: true } });
    audit({
      action: "component.archived",
      subject,
      before: serializeComponent(before),
      after: serializeComponent({ ...before, ...data }),
    });
  }
});

const toAuditSubject = ({ id, name }: Component) => ({ type: "component", id, name });

/**
 * Returns the fields that archive a component. Archived components have unique negative positions.
 */
async function createArchivedFields(
  tx: Tx,
  scope: OrganizationScope,
  now: Date,
): Promise<{ archivedAt: Date; position: number }> {
  const { _min: least } = await tx.component.aggregate({
    where: { organizationId: scope.id },
    _min: { position: true },
  });
  return { archivedAt: now, position: Math.min(least.position ?? 0, 0) - 1 };
}

const DAY_MS = 24 * 60 * 60_000;

async function validateReferences(
  tx: Tx,
  scope: OrganizationScope,
  input: Pick<NewComponent, "group_id" | "start_date">,
  now: Date,
): Promise<void> {
  const { start_date: startDate } = input;
  const errors = await findGroupErrors(tx, scope, [input], () => "group_id");
  // The next day is allowed because it may have begun in the user's time zone.
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
  if (typeof startDate === "string" && startDate > tomorrow)
    errors.push({ path: "start_date", message: "must be tomorrow (UTC) or earlier" });
  if (errors.length > 0) throw invalid(errors);
}

/**
 * Inserts a status setting. Its time is always after that of the previous setting, although
 * requests can commit out of order.
 */
async function insertStatusSetting(
  tx: Tx,
  { actor, now }: Context,
  componentId: string,
  status: ComponentStatus,
): Promise<void> {
  const last = await tx.componentStatusSetting.findFirst({
    where: { componentId },
    select: { at: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  const at = last === null ? now : getTimestampAfter(last.at, now);
  const by = toStatusAuthor(actor);
  await insertRows(tx, "component_status_settings", [
    {
      id: newId(),
      componentId,
      status,
      at,
      actorKind: by.kind,
      actorId: by.id,
      actorName: by.name,
    },
  ]);
}

const toStatusAuthor = (actor: Actor): StatusAuthor => ({
  kind: actor.kind,
  id: getActorId(actor),
  name: getActorName(actor),
});

/**
 * Changes the order of components. Throws 400 unless `ids` contains each unarchived component once,
 * 412 if the components changed since they were read.
 */
export const orderComponents = defineCommand("editor", async (write, ids: string[]) => {
  const { tx, now, organization } = write;
  if (write.ifMatch !== undefined)
    requireMatch(
      write,
      (await listComponents(organization, { archived: false }, tx)).map(serializeComponent),
    );
  const before = await tx.component.findMany({
    where: { organizationId: organization.id, archivedAt: null },
    select: { id: true, position: true },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  const moved = requireOrder(write, "component", before, ids);
  if (moved.length > 0) {
    // Positions are updated in two steps so that two components never share one.
    const behind = Math.max(ids.length, before.at(-1)!.position + 1);
    await updatePositions(
      tx,
      "components",
      moved.map(({ id, position }) => ({ id, position: behind + position })),
      now,
    );
    await tx.$executeRaw`
        UPDATE components SET position = position - ${behind}
        WHERE organization_id = ${organization.id} AND position >= ${behind}`;
  }
  await tx.organization.update({
    where: { id: organization.id },
    data: { nextPosition: ids.length },
    select: { id: true },
  });
  return listComponents(organization, { archived: false }, tx);
});

type Positioned = { id: string; position: number };

/**
 * Returns the rows whose position changes, and adds an audit entry if the order changes. Throws 400
 * unless `ids` contains each row once.
 */
export function requireOrder(
  { organization: { id }, audit }: Write,
  kind: "component" | "group",
  rows: readonly Positioned[],
  ids: readonly string[],
): Positioned[] {
  const before = rows.map((row) => row.id);
  const errors = validateOrder(kind, before, ids);
  if (errors.length > 0) throw invalid(errors);
  if (before.some((one, index) => one !== ids[index]))
    audit({
      action: kind === "component" ? "components.ordered" : "component_groups.ordered",
      subject: { type: "organization", id, name: id },
      before: { [`${kind}_ids`]: before },
      after: { [`${kind}_ids`]: ids },
    });
  const positions = new Map(rows.map((row) => [row.id, row.position]));
  return ids
    .map((one, position) => ({ id: one, position }))
    .filter((row) => positions.get(row.id) !== row.position);
}

/**
 * Adds status changes to the components' timelines. Call this in the transaction that causes them.
 */
export async function recordStatusChanges(
  tx: Tx,
  changes: readonly { id: string; before: PublicStatus; after: PublicStatus }[],
  at: Date,
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  // Concurrent requests can commit out of order, so a new row is always dated after the newest one.
  const nextMs = isPostgresql()
    ? sql`MAX(at) + INTERVAL '1 millisecond'`
    : sql`strftime('%FT%R:%f+00:00', MAX(at), '+0.001 seconds')`;
  const getTimeSql = (id: string) => sql`(
    SELECT CASE WHEN MAX(at) >= ${at} THEN ${nextMs} ELSE ${at} END
    FROM component_status_changes WHERE component_id = ${id})`;
  await insertRows(
    tx,
    "component_status_changes",
    changed.map(({ id, after }) => ({
      id: newId(),
      componentId: id,
      status: after,
      at: getTimeSql(id) as unknown as Date,
    })),
  );
  await tx.$executeRaw`
    UPDATE components SET recorded_status = (
      SELECT s.status FROM component_status_changes s WHERE s.component_id = components.id
      ORDER BY s.at DESC, s.id DESC LIMIT 1)
    WHERE id IN (${joinValues(ids)})`;
}

/**
 * Records the status changes of components in their timelines. Returns the statuses of all `ids`
 * before and after, even if they are equal. Call this in the transaction of the change, after its
 * writes.
 */
export async function refreshStatuses(
  tx: Tx,
  ids: readonly string[],
  at: Date,
): Promise<StatusChange[]> {
  const changes = await readStatusChanges(tx, ids);
  await recordStatusChanges(tx, changes, at);
  return changes;
}

/** Large enough for most requests, because each batch reads all updates of its incidents. */
const REBUILD_BATCH_SIZE = 500;

/**
 * Rebuilds timelines after past data was edited. Call this in the same transaction, after all
 * writes.
 */
export async function rebuildStatusTimelines(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const all = [...new Set(ids)];
  for (let start = 0; start < all.length; start += REBUILD_BATCH_SIZE)
    await rebuildBatch(tx, all.slice(start, start + REBUILD_BATCH_SIZE));
  await refreshStatuses(tx, all, now);
}

async function rebuildBatch(tx: Tx, ids: string[]): Promise<void> {
  const { components, settings, incidents, updates, maintenances } = await readTimelineSources(
    tx,
    ids,
  );
  const spans = new Map(ids.map((id): [string, StatusSpan[]] => [id, []]));
  const updatesByIncident = groupRows(updates, ({ incidentId }) => incidentId);
  for (const [incidentId, rows] of groupRows(incidents, ({ incidentId }) => incidentId)) {
    const current = new Map(
      rows.map(({ componentId, status }) => [componentId, status as PublicStatus]),
    );
    for (const [id, added] of listIncidentStatusSpans(
      rows[0]!,
      updatesByIncident.get(incidentId) ?? [],
      current,
    ))
      for (const span of added) spans.get(id)!.push(span);
  }
  for (const { componentId, maintenance } of maintenances)
    spans.get(componentId)!.push(...listMaintenanceStatusSpans(maintenance));

  const settingsOf = groupRows(settings, ({ componentId }) => componentId);
  const composed = components.map(({ id, createdAt }) => {
    const own = (settingsOf.get(id) ?? []).map(({ at, status }) => ({
      at: at.getTime(),
      status: status as ComponentStatus,
    }));
    const steps = composeTimeline(createdAt.getTime(), own, spans.get(id)!);
    return { id, steps, newest: steps.at(-1)!.status };
  });
  await tx.componentStatusChange.deleteMany({ where: { componentId: { in: ids } } });
  const rows = composed.flatMap(({ id, steps }) =>
    steps.map(({ at, status }) => ({ id: newId(), componentId: id, status, at: new Date(at) })),
  );
  await insertRows(tx, "component_status_changes", rows);
  for (const [status, same] of groupRows(composed, ({ newest }) => newest)) {
    await tx.component.updateMany({
      where: { id: { in: same.map(({ id }) => id) } },
      data: { recordedStatus: status },
    });
  }
}
