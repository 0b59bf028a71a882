import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { notFound } from "@/lib/errors";
import type { OrganizationId } from "@/lib/organizations/scope";
import { parseTranslations } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";

type Row = Prisma.ComponentGroupGetPayload<object>;
export type ComponentGroup = Omit<Row, "translations"> & {
  translations: Translations<"name" | "description">;
  componentIds: string[];
};

const toGroup = (row: Row, componentIds: string[]): ComponentGroup => ({
  ...row,
  translations: parseTranslations(row.translations),
  componentIds,
});

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
  return groups.map((group) => toGroup(group, members.get(group.id)!));
}

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
  return toGroup(
    group,
    components.map((component) => component.id),
  );
}
