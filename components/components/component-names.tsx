import { formatNameList } from "@/components/ui/format-names";

const NAMES_SHOWN = 3;

type ComponentNamesProps = {
  ids: readonly string[];
  names: ReadonlyMap<string, string>;
};

export function ComponentNameList({ ids, names }: ComponentNamesProps) {
  const more = ids.length - NAMES_SHOWN;
  return (
    <p className="mt-0.5 truncate text-xs text-muted">
      {ids.length === 0 && "No components"}
      {formatNameList(
        ids.slice(0, NAMES_SHOWN).map((id) => names.get(id) ?? "a removed component"),
      )}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
