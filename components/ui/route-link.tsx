import Link from "next/link";
import type { ComponentProps } from "react";
import { keepFocus } from "./use-focus-return";

/** On touch screens, accepts taps up to 12 px above and below a link in text. */
export const tallTargetClass =
  "relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 " +
  "pointer-coarse:after:-inset-y-3";

const linkClass = `${tallTargetClass} rounded-sm font-medium text-accent underline underline-offset-2`;

export const RouteLink = (props: ComponentProps<typeof Link>) => (
  <Link {...props} className={linkClass} />
);

export const LinkButton = (props: ComponentProps<"button">) => (
  <button type="button" ref={keepFocus} {...props} className={linkClass} />
);
