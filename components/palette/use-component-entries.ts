"use client";

import { Archive, ArrowDown, ArrowUp, Boxes, FolderInput } from "lucide-react";
import { useRestoreComponent } from "@/components/components/use-restore-component";
import { placeInWords, useArrangement } from "@/components/components/use-arrangement";
import { useAction } from "@/components/data/use-action";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { moveComponent, findPosition } from "@/lib/component-groups/rules";
import type { ComponentResponse } from "@/lib/http/client";
import type { PaletteEntry, EntryGroup } from "./entries";
import { isNamed, SELDOM, wordsOf } from "./find";
import { entriesOf, ofComponent } from "./record-windows";
import { useStatusEntries } from "./use-status-entries";

/**
 * Components and groups by their names, and what can be done to them. Nothing before something is
 * typed.
 */
export function useComponentEntries(typed: string): EntryGroup[] {
  const { id: orgID, at, is } = useOrganization();
  const attempt = useAction();
  const restoreComponent = useRestoreComponent();
  const statusEntries = useStatusEntries();
  const words = wordsOf(typed);
  const asEditor = is("editor") && words.length > 0 ? { params: { orgID } } : null;
  const components = useRead("GET /v1/organizations/{orgID}/components", { params: { orgID } });
  const groups = useRead("GET /v1/organizations/{orgID}/component-groups", asEditor, SELDOM);
  const { data: archived = [] } = useRead(
    "GET /v1/organizations/{orgID}/components",
    asEditor && { ...asEditor, query: { archived: "true" } },
    SELDOM,
  );
  const { arrangement, rearrange } = useArrangement(components.data, groups.data);
  if (words.length === 0) return [];
  // Of two that are called alike, it tells which.
  const groupNames = new Map<string | null, string>(
    groups.data?.map((group) => [group.id, group.name]),
  );
  const detailOf = (groupId: string | null): { detail?: string } =>
    groupNames.has(groupId) ? { detail: groupNames.get(groupId)! } : {};

  const move = async ({ id, name }: ComponentResponse, groupId: string | null, index: number) => {
    const next = moveComponent(arrangement, id, groupId, index);
    if (await rearrange(next))
      showToast(named`${name} moved to ${placeInWords(next, id, groups.data)}.`);
  };
  const moves = (component: ComponentResponse): PaletteEntry[] => {
    const { id, name } = component;
    const place = findPosition(arrangement, id);
    if (place === null || groups.data === undefined) return [];
    const to = (
      label: string,
      icon: PaletteEntry["icon"],
      groupId: string | null,
      index: number,
    ): PaletteEntry => ({
      label,
      words: "reorder component",
      atOnce: "move up down out",
      ...(icon && { icon }),
      ...detailOf(component.group_id),
      of: `${id} ${groupId}`,
      run: () => void move(component, groupId, index),
    });
    return [
      ...(place.index > 0 ? [to(`Move ${name} up`, ArrowUp, place.groupId, place.index - 1)] : []),
      ...(place.index < place.count - 1
        ? [to(`Move ${name} down`, ArrowDown, place.groupId, place.index + 1)]
        : []),
      ...groups.data
        .filter((group) => group.id !== place.groupId)
        .map((group) =>
          to(
            `Move ${name} to group ${group.name}`,
            FolderInput,
            group.id,
            group.component_ids.length,
          ),
        ),
      ...(place.groupId === null
        ? []
        : [to(`Move ${name} out of its group`, FolderInput, null, Number.POSITIVE_INFINITY)]),
    ];
  };
  return [
    {
      heading: "Components",
      entries: [
        ...(components.data ?? []).map(({ id, name, group_id }) => ({
          label: name,
          words: "component status",
          ...detailOf(group_id),
          icon: Boxes,
          path: at(`/components/${id}`),
        })),
        ...(is("editor") ? (components.data ?? []) : [])
          .filter((component) => isNamed(component, words))
          .flatMap((component): PaletteEntry[] => [
            // What is done at once asks for more than a name.
            ...(words.length > 1
              ? [
                  ...statusEntries(component, component.name, groupNames.get(component.group_id)),
                  ...moves(component),
                ]
              : []),
            ...entriesOf(
              ofComponent(component.name),
              at(`/components/${component.id}`),
              detailOf(component.group_id).detail,
            ),
          ]),
        ...archived
          .filter((component) => words.length > 1 && isNamed(component, words))
          .map((component) => ({
            label: `Restore ${component.name}`,
            words: "bring back unarchive archived removed component",
            atOnce: "bring back restore",
            icon: Archive,
            of: component.id,
            run: () =>
              void attempt(named`${component.name} wasn’t restored`, () =>
                restoreComponent(component),
              ),
          })),
      ],
    },
    {
      heading: "Groups",
      entries: (groups.data ?? [])
        .filter((group) => isNamed(group, words))
        .flatMap(({ id, name }) => [
          {
            label: `Edit group ${name}`,
            words: "rename fold collapse",
            path: at(`/components?do=edit-group&of=${id}`),
          },
          {
            label: `Delete group ${name}`,
            words: "remove",
            path: at(`/components?do=delete-group&of=${id}`),
          },
        ]),
    },
  ];
}
