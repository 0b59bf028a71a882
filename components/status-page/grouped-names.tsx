import { listNameParts } from "@/lib/public/page/rules";
import type { NamedComponent } from "@/lib/public/page/schema";

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
