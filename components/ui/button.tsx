import type { ComponentProps } from "react";
import { keepFocus } from "./use-focus-return";

const shared =
  "inline-flex min-h-9 items-center justify-center gap-2 rounded-md px-3 py-1.5 text-sm " +
  "font-medium whitespace-nowrap transition-colors disabled:opacity-60 " +
  "aria-disabled:opacity-60 pointer-coarse:min-h-11";

const variants = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border border-line bg-surface text-ink hover:bg-sunken",
  quiet: "text-muted hover:bg-sunken hover:text-ink",
  danger: "bg-danger text-on-danger hover:opacity-90",
};

type ButtonVariant = keyof typeof variants;

export const buttonClass = (variant: ButtonVariant = "primary") => `${shared} ${variants[variant]}`;

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  /** If true, the button ignores clicks but keeps the focus. */
  busy?: boolean;
};

/** If the focused button is removed, `keepFocus` moves the focus, unless `ref` is set. */
export function Button({
  ref = keepFocus,
  variant = "primary",
  busy = false,
  type = "button",
  onClick,
  className = "",
  ...rest
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(variant)} ${className}`}
      {...rest}
    />
  );
}
