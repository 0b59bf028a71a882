import { History, KeyRound, type LucideIcon, Plus, UserRound } from "lucide-react";
import type { Role } from "@/lib/roles";

/** An entry of the command palette: opens a screen or dialog, or runs a command immediately. */
export type PaletteEntry = {
  label: string;
  /** More words that find it. */
  keywords?: string;
  detail?: string;
  icon?: LucideIcon;
  /** Distinguishes entries with the same label and path. */
  id?: string;
  /** A command without confirmation requires that one of these words is typed. */
  requiredWords?: string;
} & ({ path: string } | { run: () => void });

export type EntryGroup = { heading: string; entries: PaletteEntry[] };

/** A command by the path that opens it. Users with a lower role don't see it. */
export type Action = { label: string; path: string; role: Role; keywords: string };

const action = (role: Role, label: string, path: string, keywords = ""): Action => ({
  label,
  path,
  role,
  keywords,
});

/** Commands of an organization that are available on every screen. */
export const actions: Action[] = [
  action("editor", "Report incident", "/incidents/new", "outage down new"),
  action("viewer", "Unresolved incidents", "/incidents?status=unresolved", "open ongoing"),
  action("editor", "Schedule maintenance", "/maintenances/new", "planned new"),
  action("editor", "Add component", "/components?do=add", "new"),
  action("editor", "Add multiple components", "/components?do=paste", "paste list bulk several"),
  action("editor", "Add component group", "/components?do=add-group", "new"),
  action("editor", "Reorder components", "/components?do=order", "sort drag"),
  action("editor", "Archived components", "/components?do=archived", "removed restore unarchive"),
  action(
    "editor",
    "Add subscriber",
    "/subscribers?do=add",
    "email webhook slack discord teams new",
  ),
  action("editor", "Import subscribers", "/subscribers?do=import", "csv upload"),
  action("editor", "Export subscribers", "/subscribers?do=export", "csv download"),
  action("editor", "Webhook signing secrets", "/subscribers?channel=webhook", "rotate subscribers"),
  action(
    "viewer",
    "Quarantined subscribers",
    "/subscribers?state=quarantined",
    "quarantine on hold reactivate failing",
  ),
  action("viewer", "Failed deliveries", "/deliveries?state=dead", "dead errors"),
  action("admin", "Invite a member", "/settings/team?do=invite", "colleague user team"),
  action("admin", "Create API token", "/settings/tokens?do=create", "key bearer"),
  action("editor", "Create template", "/settings/templates?do=create", "new"),
  action(
    "admin",
    "Edit logo and colors",
    "/settings",
    "change brand appearance page name remove language time zone timezone colour colours",
  ),
  action(
    "admin",
    "Set up custom domain",
    "/settings#domain",
    "host dns cname own address check verify remove",
  ),
  action(
    "viewer",
    "Share and embed page",
    "/settings/sharing",
    "feed rss atom calendar badge widget iframe frame api address link copy",
  ),
  action("editor", "Setup guide", "/setup", "first steps set up wizard begin getting started"),
  action("owner", "Transfer ownership", "/settings/danger?do=transfer", "owner"),
  action("viewer", "Leave organization", "/settings/danger?do=leave", "quit"),
  action("owner", "Delete organization", "/settings/danger?do=delete", "remove"),
];

const account = (
  icon: LucideIcon,
  label: string,
  path: string,
  keywords: string,
): PaletteEntry => ({ icon, label, path, keywords });

/** Commands of the signed-in user. */
export const accountActions: PaletteEntry[] = [
  account(UserRound, "My account", "/account", "change name email address password profile"),
  account(KeyRound, "My sessions", "/account/sessions", "devices"),
  account(History, "Account activity", "/account/activity", "security sign-in log"),
  account(
    KeyRound,
    "End all other sessions",
    "/account/sessions?do=end-others",
    "sign out everywhere devices",
  ),
  account(UserRound, "Delete my account", "/account?do=delete", "remove"),
  account(Plus, "Create organization", "/new-organization", "new add"),
];
