import Link from "next/link";
import type { ComponentProps } from "react";

export function RouteLink(props: ComponentProps<typeof Link>) {
  return (
    <Link {...props} className="rounded-sm font-medium text-accent underline underline-offset-2" />
  );
}
