import { componentStatusStyles } from "@/components/components/component-status";
import { describePosition } from "@/components/components/use-arrangement";
import { getShownStatus } from "@/components/components/public-status";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { findPosition, moveComponent } from "@/lib/component-groups/rules";
import { componentStatuses } from "@/lib/components/values";
import type { ComponentResponse } from "@/lib/http/api-client";
import { type Row, rowsIf } from "./entries";
import { matchesName } from "./match";
import { describeComponent, listRecords } from "./records";
import type { Palette } from "./use-palette";

const getGroupName = ({ data }: Palette, { group_id }: ComponentResponse) =>
  data.groups.find(({ id }) => id === group_id)?.name;

export function listComponentRows(palette: Palette): Row[] {
  const { organization, words, commandWords, data } = palette;
  const described = data.components.map((component) =>
    describeComponent(component, getGroupName(palette, component)),
  );
  const isNamed = ({ name }: ComponentResponse) => matchesName(name, commandWords);
  return [
    ...listRecords(described, organization.is("editor") ? words : []),
    ...[...data.components, ...data.archived]
      .filter(isNamed)
      .flatMap((component) => listImmediateRows(palette, component, component.name)),
    ...data.components.filter(isNamed).flatMap((component) => listMoveRows(palette, component)),
  ];
}

/** The commands that run without a dialog. */
export function listImmediateRows(
  palette: Palette,
  component: ComponentResponse,
  name: string,
): Row[] {
  const { attempt, refresh, restoreComponent, setStatus } = palette.operations;
  const { id } = component;
  if (component.archived_at !== null) {
    const keywords = "bring back unarchive archived removed component";
    const restore = () =>
      attempt(named`${component.name} wasn’t restored`, () => restoreComponent(component));
    return [[`Restore ${name}`, keywords, restore, { requiredWords: "bring back restore", id }]];
  }
  const detail = getGroupName(palette, component);
  return componentStatuses
    .filter((status) => status !== component.own_status)
    .map((status) => {
      const { label: requiredWords, icon } = componentStatusStyles[status];
      const label = requiredWords.toLowerCase();
      const set = () =>
        setStatus(component, status, async (_, save) => {
          const saved = await save();
          await refresh();
          if (getShownStatus(saved) === status)
            showToast(named`${component.name} is set to ${label}.`);
        });
      const options = { detail, requiredWords, icon, id };
      return [`Set ${name} to ${label}`, "set status component", set, options];
    });
}

function listMoveRows(palette: Palette, component: ComponentResponse): Row[] {
  const { groups } = palette.data;
  const { arrangement, rearrange } = palette.operations;
  const { id, name } = component;
  const position = findPosition(arrangement, id);
  if (position === null) return [];
  const { groupId: ownGroupID, index, count } = position;
  const createMove = (target: string, groupID: string | null, toIndex: number): Row => {
    const move = async () => {
      const next = moveComponent(arrangement, id, groupID, toIndex);
      if (await rearrange(next))
        showToast(named`${name} moved to ${describePosition(next, id, groups)}.`);
    };
    const detail = getGroupName(palette, component);
    const options = { detail, requiredWords: "move up down out", id: `${id} ${groupID}` };
    return [`Move ${name} ${target}`, "reorder component", move, options];
  };
  const others = groups.filter((group) => group.id !== ownGroupID);
  return [
    ...rowsIf(index > 0, createMove("up", ownGroupID, index - 1)),
    ...rowsIf(index < count - 1, createMove("down", ownGroupID, index + 1)),
    ...others.map((group) =>
      createMove(`to group ${group.name}`, group.id, group.component_ids.length),
    ),
    ...rowsIf(ownGroupID !== null, createMove("out of its group", null, Infinity)),
  ];
}
