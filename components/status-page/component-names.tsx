import { byGroup } from "@/lib/public/page/rules";
import type { NamedComponent } from "@/lib/public/page/schema";

/** Names of components, with the names of their groups. Each keeps its writing direction. */
export function ComponentNames({ components }: { components: readonly NamedComponent[] }) {
  return byGroup(components).map(({ group, names }, place) => (
    <span key={place}>
      {place > 0 && ", "}
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 && ", "}
          <bdi>{name}</bdi>
        </span>
      ))}
      {group !== null && (
        <>
          {" "}
          (<bdi>{group}</bdi>)
        </>
      )}
    </span>
  ));
}
