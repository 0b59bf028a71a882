/**
 * The class of a list row. Browsers skip rendering rows out of view, except a hovered or focused
 * row, whose menu may be open. Rows also set `contain-intrinsic-block-size`, their usual height.
 */
export const rowClass =
  "border-b border-line last:border-b-0 has-[[data-select-row]:checked]:bg-accent/5 " +
  "[content-visibility:auto] " +
  "focus-within:[content-visibility:visible] hover:[content-visibility:visible]";
