import Link from "next/link";
import { Logo } from "@/components/brand/logo";
import { buttonClass } from "@/components/ui/button";

/** The head of the pages that anybody may read. */
export function SiteHeader() {
  return (
    <header className="border-b border-line bg-surface">
      <nav aria-label="Site" className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-4 py-2">
        <Logo href="/" />
        <div className="flex items-center gap-1">
          <Link href="/docs" prefetch={false} className={buttonClass("quiet")}>
            Docs
          </Link>
          <Link href="/login" prefetch={false} className={buttonClass("secondary")}>
            Sign in
          </Link>
        </div>
      </nav>
    </header>
  );
}
