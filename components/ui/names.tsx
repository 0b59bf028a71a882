import { Fragment } from "react";

/** Names one after the other, each by itself: the direction of one is not that of the line. Null for none. */
export function nameList(names: readonly string[]): React.ReactNode {
  return names.length === 0
    ? null
    : names.map((name, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- names need not differ, and none keeps a state
        <Fragment key={place}>
          {place > 0 && ", "}
          <bdi>{name}</bdi>
        </Fragment>
      ));
}

/** A sentence with names in it, each by itself: named`${name} was added.` */
export const named = (words: TemplateStringsArray, ...names: (string | undefined)[]): React.ReactNode =>
  words.map((text, place) => (
    <Fragment key={text + place}>
      {text}
      {names[place] !== undefined && <bdi>{names[place]}</bdi>}
    </Fragment>
  ));
