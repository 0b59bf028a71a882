import { type NamedComponent, listNameParts } from "@/lib/components/rules";

type Named = { name: string; lang?: { name?: string } };

/** Lists all components, each with its name and that of its group for `GroupedNames`. */
export const listGrouped = <Component extends Named>({
  components,
  groups,
}: {
  components: readonly Component[];
  groups: readonly (Named & { components: readonly Component[] })[];
}) =>
  [{ name: null, lang: undefined, components }, ...groups].flatMap((group) =>
    group.components.map((component) => ({
      component,
      named: {
        ...{ name: component.name, group: group.name },
        lang: { name: component.lang?.name, group: group.lang?.name },
      },
    })),
  );

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
