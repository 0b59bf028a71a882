import { useCallback, useMemo } from "react";
import { useRead } from "@/components/data/use-read";

/** Returns a function for the names of components, which returns “…” for names that are loading. */
export function useComponentNames(ids: readonly string[]): (id: string) => string {
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  const known = useMemo(() => new Map(components?.map(({ id, name }) => [id, name])), [components]);
  const unknown = components !== undefined && ids.some((id) => !known.has(id));
  const { data: archived } = useRead(
    "GET /v1/organizations/{orgID}/components",
    unknown ? { query: { archived: "true" } } : null,
  );
  const removed = useMemo(() => new Map(archived?.map(({ id, name }) => [id, name])), [archived]);
  const missing = archived === undefined ? "…" : "a removed component";
  return useCallback(
    (id) => known.get(id) ?? removed.get(id) ?? missing,
    [known, removed, missing],
  );
}
