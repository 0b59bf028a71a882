import { isDeepStrictEqual } from "node:util";
import type { Context } from "@/lib/actor";
import { requireOrder } from "@/lib/components/commands";
import { updatePositions } from "@/lib/positions";
import { newId } from "@/lib/ids";
import { writeInOrganization } from "@/lib/organizations/commands";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import { type ComponentGroup, getGroup, listGroups } from "./queries";
import type { GroupChange, NewGroup } from "./schema";
import { serializeGroup } from "./serialize";

const toAuditSubject = ({ id, name }: ComponentGroup) => ({ type: "component_group", id, name });

/**
 * Creates an empty group at the end of the list. Throws 409 if the organization has the maximum
 * number of groups.
 */
export async function createGroup(
  context: Context,
  scope: OrganizationScope,
  input: NewGroup,
): Promise<ComponentGroup> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    await requireFreeRows(tx, scope.id, "componentGroups", now);
    const { _max: last } = await tx.componentGroup.aggregate({
      where: { organizationId: scope.id },
      _max: { position: true },
    });
    const row = {
      id: newId(),
      organizationId: scope.id,
      ...input,
      translations: changeTranslations({}, input.translations),
      position: (last.position ?? -1) + 1,
      createdAt: now,
      updatedAt: now,
    };
    await tx.componentGroup.create({
      data: { ...row, translations: JSON.stringify(row.translations) },
      select: { id: true },
    });
    const group: ComponentGroup = { ...row, componentIds: [] };
    audit({
      action: "component_group.created",
      subject: toAuditSubject(group),
      after: serializeGroup(group),
    });
    return group;
  });
}

/**
 * Changes the given fields of a group. Throws 404 if it does not exist, 412 if it changed since it
 * was read.
 */
export async function changeGroup(
  context: Context,
  scope: OrganizationScope,
  id: string,
  change: GroupChange,
): Promise<ComponentGroup> {
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getGroup(scope, id, tx);
    requireMatch(context, serializeGroup(before));
    const {
      name = before.name,
      description = before.description,
      collapsed = before.collapsed,
      translations: changedTexts,
      ...rest
    } = change;
    rest satisfies NoFields;
    const translations = changeTranslations(before.translations, changedTexts);
    const changed = { ...before, name, description, collapsed, translations };
    if (isDeepStrictEqual(changed, before)) return before;
    const data = { name, description, collapsed, updatedAt: context.now };
    await tx.componentGroup.update({
      where: { id },
      data: { ...data, translations: JSON.stringify(translations) },
      select: { id: true },
    });
    const after = { ...changed, updatedAt: context.now };
    audit({
      action: "component_group.updated",
      subject: toAuditSubject(after),
      before: serializeGroup(before),
      after: serializeGroup(after),
    });
    return after;
  });
}

/**
 * Deletes a group, but not its components. Throws 404 if it does not exist, 412 if it changed since
 * it was read.
 */
export async function deleteGroup(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getGroup(scope, id, tx);
    requireMatch(context, serializeGroup(before));
    await tx.component.updateMany({
      where: { groupId: id },
      data: { groupId: null, updatedAt: context.now },
    });
    await tx.componentGroup.delete({ where: { id }, select: { id: true } });
    audit({
      action: "component_group.deleted",
      subject: toAuditSubject(before),
      before: serializeGroup(before),
    });
  });
}

/**
 * Changes the order of groups. Throws 400 unless `ids` contains each group once, 412 if the groups
 * changed since they were read.
 */
export async function orderGroups(
  context: Context,
  scope: OrganizationScope,
  ids: string[],
): Promise<ComponentGroup[]> {
  return writeInOrganization(context, scope, "editor", async (write) => {
    const { tx } = write;
    if (context.ifMatch !== undefined)
      requireMatch(context, (await listGroups(scope, tx)).map(serializeGroup));
    const before = await tx.componentGroup.findMany({
      where: { organizationId: scope.id },
      select: { id: true, position: true },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    });
    const moved = requireOrder(write, "group", before, ids);
    await updatePositions(tx, "component_groups", moved, context.now);
    return listGroups(scope, tx);
  });
}
