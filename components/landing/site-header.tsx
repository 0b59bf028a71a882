import Link from "next/link";
import type { SignedInUser } from "@/components/auth/session";
import { Logo } from "@/components/brand/logo";
import { buttonClass } from "@/components/ui/button";
import { VisitorMenu } from "./visitor-menu";

export function SiteHeader({ user }: { user: SignedInUser | null }) {
  return (
    <header className="border-b border-line bg-surface">
      <nav
        aria-label="Site"
        className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-4 py-2"
      >
        <Logo href="/" />
        <div className="flex min-w-0 items-center gap-1">
          <Link href="/docs" prefetch={false} className={buttonClass("quiet")}>
            Docs
          </Link>
          <Link
            href={user === null ? "/login" : "/dashboard"}
            prefetch={false}
            className={buttonClass("secondary")}
          >
            {user === null ? "Sign in" : "Dashboard"}
          </Link>
          {user !== null && <VisitorMenu user={user} />}
        </div>
      </nav>
    </header>
  );
}
