import { History, KeyRound, type LucideIcon, Plus, UserRound } from "lucide-react";
import type { Role } from "@/lib/roles";

/**
 * What the command palette lists: found by its label and by other words for it. It leads to a
 * screen, or is done at once.
 */
export type PaletteEntry = {
  label: string;
  words?: string;
  detail?: string;
  icon?: LucideIcon;
  /** Tells those apart that are called alike and lead to one place. */
  of?: string;
  /** Runs without confirmation, so one of these words has to be typed; a name alone is not enough. */
  atOnce?: string;
} & ({ path: string } | { run: () => void });

/** Entries that belong together. */
export type EntryGroup = { heading: string; entries: PaletteEntry[] };

/**
 * Something to do, by the address of the screen that does it. `?do=` opens a window there
 * (components/shell/use-dialog-param.ts).
 */
export type Action = { label: string; path: string; role: Role; words?: string };

/**
 * What can be done in an organization from anywhere; below `role` it is not offered. What is done
 * to one record is found by its name.
 */
export const actions: Action[] = [
  { label: "Report incident", path: "/incidents/new", role: "editor", words: "outage down new" },
  {
    label: "Unresolved incidents",
    path: "/incidents?status=unresolved",
    role: "viewer",
    words: "open ongoing",
  },
  {
    label: "Schedule maintenance",
    path: "/maintenances/new",
    role: "editor",
    words: "planned new",
  },
  { label: "Add component", path: "/components?do=add", role: "editor", words: "new" },
  {
    label: "Add multiple components",
    path: "/components?do=paste",
    role: "editor",
    words: "paste list bulk several",
  },
  { label: "Add component group", path: "/components?do=add-group", role: "editor", words: "new" },
  { label: "Reorder components", path: "/components?do=order", role: "editor", words: "sort drag" },
  {
    label: "Archived components",
    path: "/components?do=archived",
    role: "editor",
    words: "removed restore bring back unarchive",
  },
  {
    label: "Add subscriber",
    path: "/subscribers?do=add",
    role: "editor",
    words: "email webhook slack discord teams new",
  },
  {
    label: "Import subscribers",
    path: "/subscribers?do=import",
    role: "editor",
    words: "csv upload",
  },
  {
    label: "Export subscribers",
    path: "/subscribers?do=export",
    role: "editor",
    words: "csv download",
  },
  {
    label: "Webhook signing secrets",
    path: "/subscribers?channel=webhook",
    role: "editor",
    words: "rotate subscribers",
  },
  {
    label: "Quarantined subscribers",
    path: "/subscribers?state=quarantined",
    role: "viewer",
    words: "quarantine on hold reactivate failing",
  },
  {
    label: "Failed deliveries",
    path: "/deliveries?state=dead",
    role: "viewer",
    words: "dead errors",
  },
  {
    label: "Invite a member",
    path: "/settings/team?do=invite",
    role: "admin",
    words: "colleague user team",
  },
  {
    label: "Create API token",
    path: "/settings/tokens?do=create",
    role: "admin",
    words: "key bearer",
  },
  { label: "Create template", path: "/settings/templates?do=create", role: "editor", words: "new" },
  {
    label: "Edit logo and colors",
    path: "/settings",
    role: "admin",
    words: "change brand appearance page name remove language time zone timezone colour colours",
  },
  {
    label: "Set up custom domain",
    path: "/settings#domain",
    role: "admin",
    words: "host dns cname own address check verify remove",
  },
  {
    label: "Share and embed page",
    path: "/settings/sharing",
    role: "viewer",
    words: "feed rss atom calendar badge widget iframe frame api address link copy",
  },
  {
    label: "Setup guide",
    path: "/setup",
    role: "editor",
    words: "first steps set up wizard begin getting started",
  },
  {
    label: "Transfer ownership",
    path: "/settings/danger?do=transfer",
    role: "owner",
    words: "owner",
  },
  { label: "Leave organization", path: "/settings/danger?do=leave", role: "viewer", words: "quit" },
  {
    label: "Delete organization",
    path: "/settings/danger?do=delete",
    role: "owner",
    words: "remove",
  },
];

/** The same for who is signed in. */
export const accountActions: PaletteEntry[] = [
  {
    label: "My account",
    path: "/account",
    icon: UserRound,
    words: "change name email address password profile",
  },
  { label: "My sessions", path: "/account/sessions", icon: KeyRound, words: "devices" },
  {
    label: "Account activity",
    path: "/account/activity",
    icon: History,
    words: "security sign-in log",
  },
  {
    label: "End all other sessions",
    path: "/account/sessions?do=end-others",
    icon: KeyRound,
    words: "sign out everywhere devices",
  },
  { label: "Delete my account", path: "/account?do=delete", icon: UserRound, words: "remove" },
  { label: "Create organization", path: "/new-organization", icon: Plus, words: "new add" },
];
