import Link from "next/link";

export function Logo({ href }: { href: string }) {
  return (
    <Link
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
    </Link>
  );
}
