import { useRead } from "@/components/data/use-read";
import { useComponentNames } from "./use-component-names";

/** Returns the options of a filter by component, including a chosen component that is archived. */
export function useComponentOptions(chosen: string | undefined) {
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  const getName = useComponentNames(chosen === undefined ? [] : [chosen]);
  const options = components?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: getName(chosen) }];
}
