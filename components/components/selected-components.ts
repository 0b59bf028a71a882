import type { ComponentStatus } from "@/lib/components/values";

/** Statuses by component ID. "" means the status that corresponds to the impact. */
export type SelectedComponents = Record<string, ComponentStatus | "">;

export const toAffectedComponents = (
  chosen: SelectedComponents,
): { component_ids: string[]; components: { id: string; status: ComponentStatus }[] } => ({
  component_ids: Object.keys(chosen).filter((id) => chosen[id] === ""),
  components: Object.entries(chosen).flatMap(([id, status]) =>
    status === "" ? [] : [{ id, status }],
  ),
});
