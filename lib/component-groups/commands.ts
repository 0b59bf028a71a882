import { isDeepStrictEqual } from "node:util";
import { defineAudit } from "@/lib/audit/commands";
import { requireOrder } from "@/lib/components/commands";
import { updatePositions } from "@/lib/positions";
import { newId } from "@/lib/ids";
import { defineCommand } from "@/lib/organizations/commands";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import { requireMatch } from "@/lib/precondition";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import { type ComponentGroup, getGroup, listGroups } from "./queries";
import type { GroupChange, NewGroup } from "./schema";
import { serializeGroup } from "./serialize";

const auditGroup = defineAudit(
  ({ id, name }: ComponentGroup) => ({ type: "component_group", id, name }),
  serializeGroup,
);

/**
 * Creates an empty group at the end of the list. Throws 409 if the organization has the maximum
 * number of groups.
 */
export const createGroup = defineCommand("editor", async (write, input: NewGroup) => {
  const { tx, now, organization } = write;
  await requireFreeRows(tx, organization.id, "componentGroups", now);
  const { _max: last } = await tx.componentGroup.aggregate({
    where: { organizationId: organization.id },
    _max: { position: true },
  });
  const row = {
    id: newId(),
    organizationId: organization.id,
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
  auditGroup(write, "component_group.created", { after: group });
  return group;
});

/**
 * Changes the given fields of a group. Throws 404 if it does not exist, 412 if it changed since it
 * was read.
 */
export const changeGroup = defineCommand(
  "editor",
  async (write, id: string, change: GroupChange) => {
    const { tx, now, organization } = write;
    const before = await getGroup(organization, id, tx);
    requireMatch(write, serializeGroup(before));
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
    const data = { name, description, collapsed, updatedAt: now };
    await tx.componentGroup.update({
      where: { id },
      data: { ...data, translations: JSON.stringify(translations) },
      select: { id: true },
    });
    const after = { ...changed, updatedAt: now };
    auditGroup(write, "component_group.updated", { before, after });
    return after;
  },
);

/**
 * Deletes a group, but not its components. Throws 404 if it does not exist, 412 if it changed since
 * it was read.
 */
export const deleteGroup = defineCommand("editor", async (write, id: string) => {
  const { tx, now, organization } = write;
  const before = await getGroup(organization, id, tx);
  requireMatch(write, serializeGroup(before));
  await tx.component.updateMany({
    where: { groupId: id },
    data: { groupId: null, updatedAt: now },
  });
  await tx.componentGroup.delete({ where: { id }, select: { id: true } });
  auditGroup(write, "component_group.deleted", { before });
});

/**
 * Changes the order of groups. Throws 400 unless `ids` contains each group once, 412 if the groups
 * changed since they were read.
 */
export const orderGroups = defineCommand("editor", async (write, ids: string[]) => {
  const { tx, now, organization } = write;
  if (write.ifMatch !== undefined)
    requireMatch(write, (await listGroups(organization, tx)).map(serializeGroup));
  const before = await tx.componentGroup.findMany({
    where: { organizationId: organization.id },
    select: { id: true, position: true },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  const moved = requireOrder(write, "group", before, ids);
  await updatePositions(tx, "component_groups", moved, now);
  return listGroups(organization, tx);
});
