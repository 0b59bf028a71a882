"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { AccountMenu } from "@/components/auth/account-menu";
import { useSignedIn } from "@/components/auth/session";
import { Logo } from "@/components/brand/logo";
import { ConnectionBanner } from "@/components/data/connection-banner";
import { buttonClass } from "@/components/ui/button";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useIsMac } from "./shortcuts";
import { useOverlays } from "./use-overlays";

const HomePalette = createLazyComponent(
  async () => (await import("@/components/palette/palettes")).HomePalette,
);

export function HomeShell({ children }: { children: React.ReactNode }) {
  if (useSignedIn() === null) return children;
  return <Shell>{children}</Shell>;
}

function Shell({ children }: { children: React.ReactNode }) {
  const isMac = useIsMac();
  const isHydrated = useHydrated();
  const { openPalette, openHelp, overlays } = useOverlays(HomePalette);
  return (
    <>
      <div className="sticky top-0 z-20">
        <ConnectionBanner />
      </div>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-4xl items-center justify-between gap-4 px-4 py-2">
          <Logo href="/dashboard" link={Link} />
          <div className="flex min-w-0 items-center">
            <button
              type="button"
              aria-label="Search or run a command"
              aria-keyshortcuts="Control+K Meta+K"
              disabled={!isHydrated}
              onClick={openPalette}
              className={
                "flex min-h-9 shrink-0 items-center gap-2 rounded-md px-2 text-muted hover:bg-sunken " +
                "hover:text-ink pointer-coarse:size-11 pointer-coarse:justify-center"
              }
            >
              <Search className="size-4 pointer-coarse:size-5" />
              <kbd className="rounded-sm border border-line px-1 font-sans text-xs pointer-coarse:hidden">
                {isMac ? "⌘K" : "Ctrl K"}
              </kbd>
            </button>
            <Link href="/docs" prefetch={false} className={buttonClass("quiet")}>
              Docs
            </Link>
            <AccountMenu onHelp={openHelp} />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto max-w-4xl px-4 py-8">
        {children}
      </main>
      {overlays}
    </>
  );
}
