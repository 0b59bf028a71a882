import { Fragment } from "react";

/** Joins names with commas. Isolates each, because text directions may differ. Null if empty. */
export function formatNameList(names: readonly string[]): React.ReactNode {
  return names.length === 0
    ? null
    : names.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat; elements have no state
        <Fragment key={index}>
          {index > 0 && ", "}
          <bdi>{name}</bdi>
        </Fragment>
      ));
}

/** Isolates each name in a message, for example named`${name} was added.` */
export const named = (
  strings: TemplateStringsArray,
  ...names: (string | null | undefined)[]
): React.ReactNode =>
  strings.map((text, index) => (
    <Fragment key={text + index}>
      {text}
      {names[index] != null && <bdi>{names[index]}</bdi>}
    </Fragment>
  ));
