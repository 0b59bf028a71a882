import { Fragment } from "react";

/** Each name is isolated, because its text direction may differ. Null if there are none. */
export function nameList(names: readonly string[]): React.ReactNode {
  return names.length === 0
    ? null
    : names.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names need not differ, and none keeps a state
        <Fragment key={index}>
          {index > 0 && ", "}
          <bdi>{name}</bdi>
        </Fragment>
      ));
}

/** For example named`${name} was added.` */
export const named = (
  words: TemplateStringsArray,
  ...names: (string | null | undefined)[]
): React.ReactNode =>
  words.map((text, index) => (
    <Fragment key={text + index}>
      {text}
      {names[index] != null && <bdi>{names[index]}</bdi>}
    </Fragment>
  ));
