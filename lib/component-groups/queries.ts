import type { Tx } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
import { notFound } from "@/lib/errors";
import type { OrganizationId } from "@/lib/organizations/scope";

export type ComponentGroup = {
  id: string;
  organizationId: string;
  name: string;
  description: string;
  /** Shown closed while all its components are operational. */
  collapsed: boolean;
  position: number;
  /** By position, without archived ones. */
  componentIds: string[];
  createdAt: Date;
  updatedAt: Date;
};

/** By position. */
export async function listGroups(
  scope: { id: OrganizationId },
  db: Tx = reader(),
): Promise<ComponentGroup[]> {
  const [groups, components] = await Promise.all([
    db.componentGroup.findMany({
      where: { organizationId: scope.id },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
    db.component.findMany({
      where: { organizationId: scope.id, archivedAt: null, groupId: { not: null } },
      select: { id: true, groupId: true },
      orderBy: { position: "asc" },
    }),
  ]);
  const members = new Map(groups.map(({ id }): [string, string[]] => [id, []]));
  for (const { id, groupId } of components) members.get(groupId!)?.push(id);
  return groups.map((group) => ({ ...group, componentIds: members.get(group.id)! }));
}

/** Throws 404. */
export async function getGroup(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<ComponentGroup> {
  const group = await db.componentGroup.findFirst({ where: { id, organizationId: scope.id } });
  if (group === null) throw notFound("This group");
  const components = await db.component.findMany({
    where: { groupId: id, archivedAt: null },
    select: { id: true },
    orderBy: { position: "asc" },
  });
  return { ...group, componentIds: components.map((component) => component.id) };
}
