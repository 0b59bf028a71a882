import { useMemo } from "react";
import { useRead } from "@/components/data/use-read";

export function useComponentNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  const known = useMemo(() => new Map(components?.map(({ id, name }) => [id, name])), [components]);
  const unknown = components !== undefined && ids.some((id) => !known.has(id));
  const { data: archived } = useRead(
    "GET /v1/organizations/{orgID}/components",
    unknown ? { query: { archived: "true" } } : null,
  );
  return useMemo(
    () =>
      archived === undefined
        ? known
        : new Map([...archived.map(({ id, name }): [string, string] => [id, name]), ...known]),
    [archived, known],
  );
}
