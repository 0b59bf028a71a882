"use client";

import { Check, ChevronsUpDown, ExternalLink, Menu as MenuIcon, Plus, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { AccountMenu } from "@/components/auth/account-menu";
import { ConnectionBanner } from "@/components/data/connection-banner";
import { useRead } from "@/components/data/use-read";
import { HeldEmailsNotice } from "@/components/organizations/held-emails-notice";
import { SuspendedNotice } from "@/components/organizations/suspended-notice";
import {
  useHasOrganization,
  useOrganization,
} from "@/components/organizations/organization-context";
import { Avatar } from "@/components/ui/avatar";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { useHydrated } from "@/components/ui/use-hydrated";
import { mainNavigation } from "./navigation";
import { describeShortcut, useIsMac } from "./shortcuts";
import { useOpenScreen } from "./use-open-screen";
import { useOverlays } from "./use-overlays";

const OrganizationPalette = createLazyComponent(
  async () => (await import("@/components/palette/palettes")).OrganizationPalette,
);

export function OrganizationShell({ children }: { children: React.ReactNode }) {
  const isSignedIn = useHasOrganization();
  const isHydrated = useHydrated();
  // Signed-out users get the screen alone, which redirects them to sign-in.
  if (!isSignedIn) return children;
  return (
    <fieldset role="none" disabled={!isHydrated} className="contents">
      <Shell>{children}</Shell>
    </fieldset>
  );
}

function Shell({ children }: { children: React.ReactNode }) {
  const { at, is } = useOrganization();
  const openScreen = useOpenScreen();
  const isMac = useIsMac();
  const { openPalette, openHelp, overlays } = useOverlays(OrganizationPalette, {
    report: is("editor") ? () => openScreen(at("/incidents/new"), "“Report incident”") : undefined,
    goTo: Object.fromEntries(
      mainNavigation.map(({ key, path, label }) => [key, () => openScreen(at(path), `“${label}”`)]),
    ),
  });

  return (
    <div
      id="organization"
      className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <aside
        className={
          "sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-e border-line " +
          "bg-surface p-3 lg:flex"
        }
      >
        <OrganizationSwitcher />
        <button
          type="button"
          aria-label="Search or run a command"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
          className={
            "flex items-center gap-2 rounded-md border border-line px-2 py-1.5 text-start " +
            "text-muted hover:bg-sunken"
          }
        >
          <Search className="size-4" /> <span className="flex-1">Search…</span>
          <kbd className="rounded-sm border border-line px-1 font-sans text-xs">
            {isMac ? "⌘K" : "Ctrl K"}
          </kbd>
        </button>
        <NavigationLinks />
        <div className="mt-auto grid gap-1">
          <PublicPageLink />
          <AccountMenu onHelp={openHelp} />
        </div>
      </aside>

      <div className="min-w-0 flex-1">
        <header className="flex items-center gap-2 border-b border-line bg-surface px-3 py-1 lg:hidden">
          <div className="min-w-0 flex-1">
            <OrganizationSwitcher />
          </div>
          <button
            type="button"
            aria-label="Search or run a command"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openPalette}
            className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
          >
            <Search className="size-5" />
          </button>
        </header>
        <div className="sticky top-0 z-20">
          <ConnectionBanner />
        </div>
        <main
          id="content"
          tabIndex={-1}
          className={
            "mx-auto w-full max-w-6xl min-w-0 px-4 py-6 pb-24 outline-none sm:px-6 lg:px-8 lg:py-8"
          }
        >
          <SuspendedNotice />
          <HeldEmailsNotice />
          {children}
        </main>
      </div>
      <TabBar />
      {overlays}
    </div>
  );
}

function useIsCurrent(): (path: string) => boolean {
  const pathname = usePathname();
  const { at } = useOrganization();
  return (path) => pathname === at(path) || (path !== "" && pathname.startsWith(`${at(path)}/`));
}

function NavigationLinks() {
  const { at } = useOrganization();
  const isCurrent = useIsCurrent();
  return (
    <nav aria-label="Organization" className="grid gap-1">
      {mainNavigation.map(({ path, label, icon: Icon, key }) => (
        <Link
          key={path}
          href={at(path)}
          prefetch={false}
          {...describeShortcut(`G ${key.toUpperCase()}`)}
          aria-current={isCurrent(path) ? "page" : undefined}
          className={
            "flex items-center gap-2 rounded-md px-2 py-1.5 text-muted hover:bg-sunken " +
            "hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium " +
            "aria-[current=page]:text-ink"
          }
        >
          <Icon className="size-4" /> {label}
        </Link>
      ))}
    </nav>
  );
}

function TabBar() {
  const { page_url, at } = useOrganization();
  const isCurrent = useIsCurrent();
  const [tabs, others] = [mainNavigation.slice(0, 4), mainNavigation.slice(4)];
  const tabClass =
    "flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 " +
    "text-[0.6875rem] leading-4 text-muted aria-[current=page]:font-medium " +
    "aria-[current=page]:text-accent";
  return (
    <nav
      aria-label="Organization"
      className={
        "bottom-bar tab-bar fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface " +
        "pb-[env(safe-area-inset-bottom)] lg:hidden"
      }
    >
      {tabs.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          href={at(path)}
          prefetch={false}
          aria-current={isCurrent(path) ? "page" : undefined}
          className={tabClass}
        >
          <Icon className="size-5" />
          <span className="max-w-full truncate">{label}</span>
        </Link>
      ))}
      <Menu
        side="top"
        trigger={
          <button
            type="button"
            aria-current={others.some(({ path }) => isCurrent(path)) ? "page" : undefined}
            className={tabClass}
          >
            <MenuIcon className="size-5" />
            More
          </button>
        }
      >
        {others.map(({ path, label, icon }) => (
          <MenuItem key={path} icon={icon} href={at(path)}>
            {label}
          </MenuItem>
        ))}
        <MenuItem icon={ExternalLink} href={page_url} isExternal>
          View status page
        </MenuItem>
        <MenuSeparator />
        <AccountMenu inline />
      </Menu>
    </nav>
  );
}

function PublicPageLink() {
  const { page_url } = useOrganization();
  return (
    <a
      href={page_url}
      target="_blank"
      rel="noreferrer"
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-muted hover:bg-sunken hover:text-ink"
    >
      <ExternalLink className="size-4" /> View status page
    </a>
  );
}

/** With more organizations than this, the switcher has a search field. */
const SEARCHABLE_ORGANIZATIONS = 7;

function OrganizationSwitcher() {
  const { id, name } = useOrganization();
  const [isRequested, setIsRequested] = useState(false);
  const [query, setQuery] = useState("");
  const { data: organizations, error } = useRead("GET /v1/organizations", isRequested ? {} : null);
  const matches = organizations?.filter((each) =>
    each.name.toLowerCase().includes(query.trim().toLowerCase()),
  );
  return (
    <Menu
      align="start"
      onClose={() => setQuery("")}
      search={
        organizations !== undefined && organizations.length > SEARCHABLE_ORGANIZATIONS
          ? {
              label: "Search organizations",
              value: query,
              onChange: setQuery,
              hasMatches: matches?.length !== 0,
            }
          : undefined
      }
      trigger={
        <button
          type="button"
          onPointerEnter={() => setIsRequested(true)}
          onFocus={() => setIsRequested(true)}
          className="flex min-h-11 w-full items-center gap-2 rounded-md px-2 py-1.5 text-start hover:bg-sunken"
        >
          <Avatar name={name} isSquare />
          <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
          <ChevronsUpDown className="ms-auto size-4 shrink-0 text-muted" />
          <span className="sr-only">Switch organization</span>
        </button>
      }
    >
      <MenuLabel>Organizations</MenuLabel>
      {organizations === undefined && <MenuLabel>{error?.detail ?? "Loading…"}</MenuLabel>}
      {matches?.length === 0 && <MenuLabel>No matches</MenuLabel>}
      {matches?.map((other) => (
        <MenuItem
          key={other.id}
          href={`/dashboard/${other.id}`}
          icon={other.id === id ? Check : undefined}
        >
          <bdi>{other.name}</bdi>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Plus} href="/new-organization">
        New organization
      </MenuItem>
    </Menu>
  );
}
