import { byGroup } from "@/lib/public/page/rules";
import type { NamedComponent } from "@/lib/public/page/schema";

/**
 * Components by their names, those of a group with its name: each kept to its own direction of
 * writing.
 */
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
