import { useMemo } from "react";
import { useRead } from "@/components/data/use-read";
import { type NamedComponent, createNamedComponent } from "@/lib/components/rules";

export type PublicNames = ReadonlyMap<string, NamedComponent & { id: string }>;

/** Reads the components, and maps their IDs to their names on the status page (with the group). */
export function usePublicNames() {
  const components = useRead("GET /v1/organizations/{orgID}/components");
  const groups = useRead("GET /v1/organizations/{orgID}/component-groups");
  const names = useMemo((): PublicNames | undefined => {
    if (components.data === undefined || groups.data === undefined) return undefined;
    const groupsById = new Map(groups.data.map((group) => [group.id, group]));
    return new Map(
      components.data.map((component) => {
        const { id, group_id } = component;
        return [
          id,
          { id, ...createNamedComponent(component, groupsById.get(group_id ?? "") ?? null) },
        ];
      }),
    );
  }, [components.data, groups.data]);
  return { names, components: components.data, error: components.error ?? groups.error };
}
