import { History, KeyRound, type LucideIcon, Plus, UserRound } from "lucide-react";
import type { Role } from "@/lib/roles";

export type PaletteEntry = {
  label: string;
  keywords?: string;
  detail?: string;
  icon?: LucideIcon;
  /** Required if another entry has the same label and path. */
  id?: string;
  /** A command that runs without confirmation requires one of these words in the query. */
  requiredWords?: string;
} & ({ path: string } | { run: () => void });

export type EntryGroup = { heading: string; entries: PaletteEntry[] };

export type Action = { label: string; path: string; role: Role; keywords: string };

const createAction = (role: Role, label: string, path: string, keywords = ""): Action => ({
  label,
  path,
  role,
  keywords,
});

export const actions: Action[] = [
  createAction("editor", "Report incident", "/incidents/new", "outage down new"),
  createAction("viewer", "Unresolved incidents", "/incidents?status=unresolved", "open ongoing"),
  createAction("editor", "Schedule maintenance", "/maintenances/new", "planned new"),
  createAction("editor", "Add component", "/components?do=add", "new"),
  createAction(
    "editor",
    "Add multiple components",
    "/components?do=paste",
    "paste list bulk several",
  ),
  createAction("editor", "Add component group", "/components?do=add-group", "new"),
  createAction("editor", "Reorder components", "/components?do=order", "sort drag"),
  createAction(
    "editor",
    "Archived components",
    "/components?do=archived",
    "removed restore unarchive",
  ),
  createAction(
    "editor",
    "Add subscriber",
    "/subscribers?do=add",
    "email webhook slack discord teams new",
  ),
  createAction("editor", "Import subscribers", "/subscribers?do=import", "csv upload"),
  createAction("editor", "Export subscribers", "/subscribers?do=export", "csv download"),
  createAction(
    "editor",
    "Webhook signing secrets",
    "/subscribers?channel=webhook",
    "rotate subscribers",
  ),
  createAction(
    "viewer",
    "Quarantined subscribers",
    "/subscribers?state=quarantined",
    "quarantine on hold reactivate failing",
  ),
  createAction("viewer", "Failed deliveries", "/deliveries?state=dead", "dead errors"),
  createAction("admin", "Invite a member", "/settings/team?do=invite", "colleague user team"),
  createAction("admin", "Create API token", "/settings/tokens?do=create", "key bearer"),
  createAction("editor", "Create template", "/settings/templates?do=create", "new"),
  createAction(
    "admin",
    "Edit logo and colors",
    "/settings",
    "change brand appearance page name remove language time zone timezone colour colours",
  ),
  createAction(
    "admin",
    "Set up custom domain",
    "/settings#domain",
    "host dns cname own address check verify remove",
  ),
  createAction(
    "viewer",
    "Share and embed page",
    "/settings/sharing",
    "feed rss atom calendar badge widget iframe frame api address link copy",
  ),
  createAction(
    "editor",
    "Setup guide",
    "/setup",
    "first steps set up wizard begin getting started",
  ),
  createAction("owner", "Transfer ownership", "/settings/danger?do=transfer", "owner"),
  createAction("viewer", "Leave organization", "/settings/danger?do=leave", "quit"),
  createAction("owner", "Delete organization", "/settings/danger?do=delete", "remove"),
];

const createAccountEntry = (
  icon: LucideIcon,
  label: string,
  path: string,
  keywords: string,
): PaletteEntry => ({ icon, label, path, keywords });

export const accountActions: PaletteEntry[] = [
  createAccountEntry(
    UserRound,
    "My account",
    "/account",
    "change name email address password profile",
  ),
  createAccountEntry(KeyRound, "My sessions", "/account/sessions", "devices"),
  createAccountEntry(History, "Account activity", "/account/activity", "security sign-in log"),
  createAccountEntry(
    KeyRound,
    "End all other sessions",
    "/account/sessions?do=end-others",
    "sign out everywhere devices",
  ),
  createAccountEntry(UserRound, "Delete my account", "/account?do=delete", "remove"),
  createAccountEntry(Plus, "Create organization", "/new-organization", "new add"),
];
