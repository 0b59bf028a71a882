export type ArrangementSection = { groupId: string | null; componentIds: readonly string[] };
/** The components of each group, in display order. Components without a group come first. */
export type Arrangement = readonly ArrangementSection[];

type ArrangedComponent = { id: string; group_id: string | null };

export function arrangeComponents(
  components: readonly ArrangedComponent[],
  groups: readonly { id: string }[],
): Arrangement {
  const known = new Set(groups.map(({ id }) => id));
  const getKnownGroupId = ({ group_id: groupId }: ArrangedComponent) =>
    groupId !== null && known.has(groupId) ? groupId : null;
  return [null, ...groups.map(({ id }) => id)].map((groupId) => ({
    groupId,
    componentIds: components
      .filter((component) => getKnownGroupId(component) === groupId)
      .map(({ id }) => id),
  }));
}

export const listComponentIds = (arrangement: Arrangement): string[] =>
  arrangement.flatMap(({ componentIds }) => componentIds);

export const listGroupIds = (arrangement: Arrangement): string[] =>
  arrangement.flatMap(({ groupId }) => groupId ?? []);

export function findPosition(
  arrangement: Arrangement,
  componentId: string,
): { groupId: string | null; index: number; count: number } | null {
  const section = arrangement.find(({ componentIds }) => componentIds.includes(componentId));
  return section === undefined
    ? null
    : {
        groupId: section.groupId,
        index: section.componentIds.indexOf(componentId),
        count: section.componentIds.length,
      };
}

/**
 * Moves a component to `index` in a group. An index past the last component moves it to the end.
 */
export function moveComponent(
  arrangement: Arrangement,
  componentId: string,
  groupId: string | null,
  index: number,
): Arrangement {
  return arrangement.map((section) => {
    const others = section.componentIds.filter((id) => id !== componentId);
    return section.groupId === groupId
      ? { groupId, componentIds: others.toSpliced(Math.max(0, index), 0, componentId) }
      : { ...section, componentIds: others };
  });
}

export function moveGroup(arrangement: Arrangement, groupId: string, index: number): Arrangement {
  const moved = arrangement.find((section) => section.groupId === groupId);
  const others = arrangement.filter((section) => section.groupId !== groupId);
  return moved === undefined || groupId === null
    ? arrangement
    : others.toSpliced(Math.max(0, index) + 1, 0, moved);
}

/**
 * Returns the changes between two arrangements: the new order of groups and of components, each
 * null if unchanged, and the components that moved to another group.
 */
export function diffArrangements(
  from: Arrangement,
  to: Arrangement,
): {
  groupOrder: string[] | null;
  order: string[] | null;
  moved: { id: string; groupId: string | null }[];
} {
  const before = new Map(from.map(({ groupId, componentIds }) => [groupId, componentIds]));
  const same = (one: readonly string[], other: readonly string[] = []) =>
    one.length === other.length && one.every((id, index) => id === other[index]);
  return {
    groupOrder: same(listGroupIds(to), listGroupIds(from)) ? null : listGroupIds(to),
    order: to.every(({ groupId, componentIds }) => same(componentIds, before.get(groupId)))
      ? null
      : listComponentIds(to),
    moved: to.flatMap(({ groupId, componentIds }) =>
      componentIds
        .filter((id) => !before.get(groupId)?.includes(id))
        .map((id) => ({ id, groupId })),
    ),
  };
}

export const isSameArrangement = (one: Arrangement, other: Arrangement): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export type ArrangementRow = { kind: "group" | "component"; id: string };

export const listRows = (arrangement: Arrangement): ArrangementRow[] =>
  arrangement.flatMap(({ groupId, componentIds }) => [
    ...(groupId === null ? [] : [{ kind: "group" as const, id: groupId }]),
    ...componentIds.map((id) => ({ kind: "component" as const, id })),
  ]);

export function dropRow(
  arrangement: Arrangement,
  draggedId: string,
  targetId: string,
): Arrangement {
  const rows = listRows(arrangement);
  const [from, to] = [
    rows.findIndex(({ id }) => id === draggedId),
    rows.findIndex(({ id }) => id === targetId),
  ];
  const dragged = rows[from];
  if (dragged === undefined || to === -1 || from === to) return arrangement;
  if (dragged.kind === "group")
    return moveGroup(arrangement, draggedId, listGroupIds(arrangement).indexOf(targetId));
  const sections: { groupId: string | null; componentIds: string[] }[] = [
    { groupId: null, componentIds: [] },
  ];
  for (const { kind, id } of rows.toSpliced(from, 1).toSpliced(to, 0, dragged)) {
    if (kind === "group") sections.push({ groupId: id, componentIds: [] });
    else sections.at(-1)!.componentIds.push(id);
  }
  return sections;
}
