import { type NamedComponent, listNameParts } from "@/lib/components/rules";

type GroupedNamesProps = { components: readonly NamedComponent[]; comma?: string };

export const GroupedNames = ({ components, comma }: GroupedNamesProps) =>
  listNameParts(components, comma).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <bdi key={index} lang={part.lang}>
        {part.name}
      </bdi>
    ),
  );
