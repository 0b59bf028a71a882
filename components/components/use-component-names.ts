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
  return useCallback(
    (id) => {
      const missing = archived === undefined ? "…" : "a removed component";
      return known.get(id) ?? archived?.find((each) => each.id === id)?.name ?? missing;
    },
    [known, archived],
  );
}
