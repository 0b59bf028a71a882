"use client";

import { componentStatusLooks } from "@/components/components/component-status";
import { useSetStatus } from "@/components/components/manual-status-select";
import { shownStatus } from "@/components/incidents/public-status";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { componentStatuses } from "@/lib/components/values";
import type { ComponentResponse } from "@/lib/http/client";
import type { PaletteEntry } from "./entries";

/**
 * The command palette's entries that set a component's status by hand, to each that it is not set
 * to.
 */
export function useStatusEntries(): (
  component: ComponentResponse,
  called: string,
  group?: string,
) => PaletteEntry[] {
  const { id: orgID } = useOrganization();
  const setStatus = useSetStatus(orgID);
  const refresh = useRefresh(orgID);
  return (component, called, group) =>
    componentStatuses
      .filter((status) => status !== component.own_status)
      .map((status) => {
        const { word, icon } = componentStatusLooks[status];
        return {
          label: `Set ${called} to ${word.toLowerCase()}`,
          words: "set status component",
          icon,
          atOnce: word,
          ...(group !== undefined && { detail: group }),
          of: component.id,
          run: () =>
            void setStatus(component, status, async (_, save) => {
              const saved = await save();
              await refresh();
              if (shownStatus(saved) === status)
                showToast(named`${component.name} is set to ${word.toLowerCase()}.`);
            }),
        };
      });
}
