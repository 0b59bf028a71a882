/** Components under one heading; those of no group have none, and come first. */
export type Section = { groupId: string | null; componentIds: readonly string[] };
/** Which component stands where: first those of no group, then the groups in their order. */
export type Arrangement = readonly Section[];

type Placed = { id: string; group_id: string | null };

/** Where the components stand; both lists in their order. */
export function arrange(components: readonly Placed[], groups: readonly { id: string }[]): Arrangement {
  const known = new Set(groups.map(({ id }) => id));
  // A group that was added a moment ago may be missing from the list of groups.
  const groupOf = ({ group_id: groupId }: Placed) => (groupId !== null && known.has(groupId) ? groupId : null);
  return [null, ...groups.map(({ id }) => id)].map((groupId) => ({ groupId, componentIds: components.filter((component) => groupOf(component) === groupId).map(({ id }) => id) }));
}

/** The ids of all components in the order in which they stand. */
export const orderOf = (arrangement: Arrangement): string[] => arrangement.flatMap(({ componentIds }) => componentIds);

/** The ids of the groups in their order. */
export const groupOrderOf = (arrangement: Arrangement): string[] => arrangement.flatMap(({ groupId }) => groupId ?? []);

/** Where a component stands: in which group, and at which place in it. */
export function placeOf(arrangement: Arrangement, componentId: string): { groupId: string | null; index: number; count: number } | null {
  const section = arrangement.find(({ componentIds }) => componentIds.includes(componentId));
  return section === undefined ? null : { groupId: section.groupId, index: section.componentIds.indexOf(componentId), count: section.componentIds.length };
}

/** The component at another place, of its group or of another: before what stands at `index`, at most at the end. */
export function moveComponent(arrangement: Arrangement, componentId: string, groupId: string | null, index: number): Arrangement {
  return arrangement.map((section) => {
    const others = section.componentIds.filter((id) => id !== componentId);
    return section.groupId === groupId ? { groupId, componentIds: others.toSpliced(Math.max(0, index), 0, componentId) } : { ...section, componentIds: others };
  });
}

/** The group, with all that is in it, at another place among the groups. */
export function moveGroup(arrangement: Arrangement, groupId: string, index: number): Arrangement {
  const moved = arrangement.find((section) => section.groupId === groupId);
  const others = arrangement.filter((section) => section.groupId !== groupId);
  // The first of them is no group.
  return moved === undefined || groupId === null ? arrangement : others.toSpliced(Math.max(0, index) + 1, 0, moved);
}

/** What has to be done to come from one arrangement to another: null where nothing. */
export function stepsBetween(from: Arrangement, to: Arrangement): { groupOrder: string[] | null; order: string[] | null; moved: { id: string; groupId: string | null }[] } {
  const before = new Map(from.map(({ groupId, componentIds }) => [groupId, componentIds]));
  const same = (one: readonly string[], other: readonly string[] = []) => one.length === other.length && one.every((id, index) => id === other[index]);
  return {
    groupOrder: same(groupOrderOf(to), groupOrderOf(from)) ? null : groupOrderOf(to),
    order: to.every(({ groupId, componentIds }) => same(componentIds, before.get(groupId))) ? null : orderOf(to),
    moved: to.flatMap(({ groupId, componentIds }) => componentIds.filter((id) => !before.get(groupId)?.includes(id)).map((id) => ({ id, groupId }))),
  };
}

/** Whether all stands where it stood. */
export const isSameArrangement = (one: Arrangement, other: Arrangement): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A row of the list in which components and the headings of groups are dragged. */
export type Row = { kind: "group" | "component"; id: string };

export const rowsOf = (arrangement: Arrangement): Row[] =>
  arrangement.flatMap(({ groupId, componentIds }) => [...(groupId === null ? [] : [{ kind: "group" as const, id: groupId }]), ...componentIds.map((id) => ({ kind: "component" as const, id }))]);

/** What becomes of it when one row is dropped on another: a component comes to stand there, a group takes that group's place with all that is in it. */
export function dropRow(arrangement: Arrangement, draggedId: string, targetId: string): Arrangement {
  const rows = rowsOf(arrangement);
  const [from, to] = [rows.findIndex(({ id }) => id === draggedId), rows.findIndex(({ id }) => id === targetId)];
  const dragged = rows[from];
  if (dragged === undefined || to === -1 || from === to) return arrangement;
  if (dragged.kind === "group") return moveGroup(arrangement, draggedId, groupOrderOf(arrangement).indexOf(targetId));
  const sections: { groupId: string | null; componentIds: string[] }[] = [{ groupId: null, componentIds: [] }];
  for (const { kind, id } of rows.toSpliced(from, 1).toSpliced(to, 0, dragged)) {
    if (kind === "group") sections.push({ groupId: id, componentIds: [] });
    else sections.at(-1)!.componentIds.push(id);
  }
  return sections;
}
