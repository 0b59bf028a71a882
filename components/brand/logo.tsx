import type Link from "next/link";
import { BASE_PATH } from "@/lib/base-path";

type LogoProps = { href?: string; link?: typeof Link | "a" };

/**
 * Links to the landing page by default. Without a session, that page is not rendered by Next.js, so
 * `Link` can't load it.
 */
export function Logo({ href = BASE_PATH || "/", link: Anchor = "a" }: LogoProps) {
  return (
    <Anchor
      href={href}
      className={
        "inline-flex items-center gap-2 rounded-sm pointer-coarse:min-h-11 text-base " +
        "font-semibold tracking-tight"
      }
    >
      <svg viewBox="0 0 32 32" className="size-5 text-accent" aria-hidden="true">
        <path
          d="M24.1 24.1a11.5 11.5 0 1 1 0-16.2"
          fill="none"
          stroke="currentColor"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <circle cx="16" cy="16" r="4" fill="currentColor" />
      </svg>
      Candor
    </Anchor>
  );
}
