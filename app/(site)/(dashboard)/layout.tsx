import Link from "next/link";
import { AccountMenu } from "@/components/auth/account-menu";
import { SessionGuard } from "@/components/auth/session-guard";
import { Logo } from "@/components/brand/logo";
import { buttonClass } from "@/components/ui/button";

export default function DashboardLayout({ children }: { children: React.ReactNode }) {
  return (
    <SessionGuard>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-4 py-2">
          <Logo href="/dashboard" />
          <div className="flex min-w-0 items-center">
            <Link href="/docs" prefetch={false} className={buttonClass("quiet")}>
              Docs
            </Link>
            <AccountMenu />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto max-w-6xl px-4 py-8">
        {children}
        <noscript>The dashboard takes JavaScript. Turn it on and reload, or use the API by curl.</noscript>
      </main>
    </SessionGuard>
  );
}
