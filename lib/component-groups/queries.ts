import { reader, type Tx } from "@/lib/db";
import { notFound } from "@/lib/errors";
import type { OrganizationId } from "@/lib/organizations/scope";

export type ComponentGroup = {
  id: string;
  organizationId: string;
  name: string;
  description: string;
  /** Shown folded while nothing in it is wrong. */
  collapsed: boolean;
  position: number;
  /** Those that are not archived, in the order of components. */
  componentIds: string[];
  createdAt: Date;
  updatedAt: Date;
};

/** All groups of the organization by position. */
export async function listGroups(scope: { id: OrganizationId }, db: Tx = reader()): Promise<ComponentGroup[]> {
  const [groups, components] = await Promise.all([
    db.componentGroup.findMany({ where: { organizationId: scope.id }, orderBy: [{ position: "asc" }, { id: "asc" }] }),
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

/** One group. 404 when the organization has none with this id. */
export async function getGroup(scope: { id: OrganizationId }, id: string, db: Tx = reader()): Promise<ComponentGroup> {
  const row = await db.componentGroup.findFirst({
    where: { id, organizationId: scope.id },
    include: { components: { where: { archivedAt: null }, select: { id: true }, orderBy: { position: "asc" } } },
  });
  if (row === null) throw notFound("This group");
  const { components, ...group } = row;
  return { ...group, componentIds: components.map((component) => component.id) };
}
