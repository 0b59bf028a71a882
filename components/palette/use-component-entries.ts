"use client";

import { Archive, ArrowDown, ArrowUp, Boxes, FolderInput } from "lucide-react";
import { componentStatusStyles } from "@/components/components/component-status";
import { useSetStatus } from "@/components/components/manual-status-select";
import { describePosition, useArrangement } from "@/components/components/use-arrangement";
import { useRestoreComponent } from "@/components/components/use-restore-component";
import { useAction } from "@/components/data/use-action";
import { useRead, useRefresh } from "@/components/data/use-read";
import { getShownStatus } from "@/components/components/public-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { findPosition, moveComponent } from "@/lib/component-groups/rules";
import { componentStatuses } from "@/lib/components/values";
import type { ComponentResponse } from "@/lib/http/api-client";
import type { EntryGroup, PaletteEntry } from "./entries";
import { matchesName, SLOW_REFRESH } from "./match";
import { listComponentCommands, toEntries } from "./record-commands";
import type { SearchResults } from "./use-search-entries";

export function useComponentEntries(
  words: readonly string[],
  results: SearchResults,
): EntryGroup[] {
  const { id: orgID, at, is } = useOrganization();
  const statusEntries = useStatusEntries();
  const restoreEntry = useRestoreEntry();
  const { data: components = [] } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  const { data: groups = [] } = useRead(
    "GET /v1/organizations/{orgID}/component-groups",
    is("editor") && words.length > 0 ? { params: { orgID } } : null,
    SLOW_REFRESH,
  );
  const moveEntries = useMoveEntries(components, groups);
  const groupNames = new Map<string | null, string>(groups.map(({ id, name }) => [id, name]));
  const toComponentEntries = (component: ComponentResponse): PaletteEntry[] => {
    const { id, name, group_id } = component;
    const group = groupNames.get(group_id);
    const detail = group === undefined ? {} : { detail: group };
    const path = at(`/components/${id}`);
    const open = { label: name, keywords: "component status", icon: Boxes, path, ...detail };
    if (!is("editor") || !matchesName(name, words)) return [open];
    // A name alone opens the component. Commands without confirmation require another word.
    const immediate =
      words.length > 1 ? [...statusEntries(component, name), ...moveEntries(component)] : [];
    return [
      open,
      ...immediate.map((entry) => ({ ...entry, ...detail })),
      ...toEntries(listComponentCommands(name), path, group),
    ];
  };
  return [
    {
      heading: "Components",
      entries: [
        ...components.flatMap(toComponentEntries),
        ...results.components
          .filter(({ archived_at }) => archived_at !== null && is("editor") && words.length > 1)
          .map((component) => restoreEntry(component, component.name)),
      ],
    },
    {
      heading: "Groups",
      entries: groups
        .filter(({ name }) => matchesName(name, words))
        .flatMap(({ id, name }) => [
          {
            label: `Edit group ${name}`,
            keywords: "rename fold collapse",
            path: at(`/components?do=edit-group&of=${id}`),
          },
          {
            label: `Delete group ${name}`,
            keywords: "remove",
            path: at(`/components?do=delete-group&of=${id}`),
          },
        ]),
    },
  ];
}

export function useRestoreEntry(): (component: ComponentResponse, name: string) => PaletteEntry {
  const attempt = useAction();
  const restoreComponent = useRestoreComponent();
  return (component, name) => ({
    label: `Restore ${name}`,
    keywords: "bring back unarchive archived removed component",
    requiredWords: "bring back restore",
    icon: Archive,
    id: component.id,
    run: () =>
      void attempt(named`${component.name} wasn’t restored`, () => restoreComponent(component)),
  });
}

export function useStatusEntries(): (component: ComponentResponse, name: string) => PaletteEntry[] {
  const { id: orgID } = useOrganization();
  const setStatus = useSetStatus(orgID);
  const refresh = useRefresh(orgID);
  return (component, name) =>
    componentStatuses
      .filter((status) => status !== component.own_status)
      .map((status) => {
        const { label: statusLabel, icon } = componentStatusStyles[status];
        return {
          label: `Set ${name} to ${statusLabel.toLowerCase()}`,
          keywords: "set status component",
          requiredWords: statusLabel,
          icon,
          id: component.id,
          run: () =>
            void setStatus(component, status, async (_, save) => {
              const saved = await save();
              await refresh();
              if (getShownStatus(saved) === status)
                showToast(named`${component.name} is set to ${statusLabel.toLowerCase()}.`);
            }),
        };
      });
}

type Groups = Parameters<typeof useArrangement>[1];

function useMoveEntries(
  components: ComponentResponse[],
  groups: NonNullable<Groups>,
): (component: ComponentResponse) => PaletteEntry[] {
  const { arrangement, rearrange } = useArrangement(components, groups);
  return ({ id, name }) => {
    const position = findPosition(arrangement, id);
    if (position === null) return [];
    const { groupId, index, count } = position;
    const move = async (toGroup: string | null, toIndex: number) => {
      const next = moveComponent(arrangement, id, toGroup, toIndex);
      if (await rearrange(next))
        showToast(named`${name} moved to ${describePosition(next, id, groups)}.`);
    };
    const createMoveEntry = (
      label: string,
      icon: PaletteEntry["icon"],
      ...target: Parameters<typeof move>
    ): PaletteEntry => ({
      label,
      keywords: "reorder component",
      requiredWords: "move up down out",
      ...(icon && { icon }),
      id: `${id} ${target[0]}`,
      run: () => void move(...target),
    });
    return [
      ...(index > 0 ? [createMoveEntry(`Move ${name} up`, ArrowUp, groupId, index - 1)] : []),
      ...(index < count - 1
        ? [createMoveEntry(`Move ${name} down`, ArrowDown, groupId, index + 1)]
        : []),
      ...groups
        .filter((group) => group.id !== groupId)
        .map((group) =>
          createMoveEntry(
            `Move ${name} to group ${group.name}`,
            FolderInput,
            group.id,
            group.component_ids.length,
          ),
        ),
      ...(groupId === null
        ? []
        : [
            createMoveEntry(
              `Move ${name} out of its group`,
              FolderInput,
              null,
              Number.POSITIVE_INFINITY,
            ),
          ]),
    ];
  };
}
