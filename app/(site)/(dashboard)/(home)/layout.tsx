import Link from "next/link";
import { AccountMenu } from "@/components/auth/account-menu";
import { Logo } from "@/components/brand/logo";
import { ConnectionBanner } from "@/components/data/connection-banner";
import { buttonClass } from "@/components/ui/button";

/** Around the screens that belong to no organization. */
export default function HomeLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <div className="sticky top-0 z-20">
        <ConnectionBanner />
      </div>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-4xl items-center justify-between gap-4 px-4 py-2">
          <Logo href="/dashboard" />
          <div className="flex min-w-0 items-center">
            <Link href="/docs" prefetch={false} className={buttonClass("quiet")}>
              Docs
            </Link>
            <AccountMenu />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto max-w-4xl px-4 py-8">
        {children}
      </main>
    </>
  );
}
