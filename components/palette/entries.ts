import type { LucideIcon } from "lucide-react";
import { isRoleAtLeast, type Role } from "@/lib/roles";

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

export type Action = { label: string; path: string; role: Role; keywords?: string };

const quarantine = "quarantine on hold reactivate failing";
const appearance = "change brand appearance page name remove colour colours";
const domain = "host dns cname own address check verify remove";
const sharing = "feed rss atom calendar badge widget iframe frame api address link copy";

const actionRows: [role: Role, label: string, path: string, keywords: string][] = [
  ["editor", "Report incident", "/incidents/new", "outage down new"],
  ["viewer", "Unresolved incidents", "/incidents?status=unresolved", "open ongoing"],
  ["editor", "Schedule maintenance", "/maintenances/new", "planned new"],
  ["editor", "Add component", "/components?do=add", "new"],
  ["editor", "Add multiple components", "/components?do=paste", "paste list bulk several"],
  ["editor", "Add component group", "/components?do=add-group", "new"],
  ["editor", "Reorder components", "/components?do=order", "sort drag"],
  ["editor", "Archived components", "/components?do=archived", "removed restore unarchive"],
  ["editor", "Add subscriber", "/subscribers?do=add", "email webhook slack discord teams new"],
  ["editor", "Import subscribers", "/subscribers?do=import", "csv upload"],
  ["editor", "Export subscribers", "/subscribers?do=export", "csv download"],
  ["editor", "Webhook signing secrets", "/subscribers?channel=webhook", "rotate subscribers"],
  ["viewer", "Quarantined subscribers", "/subscribers?state=quarantined", quarantine],
  ["viewer", "Failed deliveries", "/deliveries?state=dead", "dead errors"],
  ["admin", "Invite a member", "/settings/team?do=invite", "colleague user team"],
  ["admin", "Create API token", "/settings/tokens?do=create", "key bearer"],
  ["editor", "Create template", "/settings/templates?do=create", "new"],
  ["admin", "Edit logo and colors", "/settings", appearance],
  ["admin", "Change languages and time zone", "/settings/languages", "timezone translation"],
  ["admin", "Set up custom domain", "/settings/domain", domain],
  ["viewer", "Share and embed page", "/settings/sharing", sharing],
  ["editor", "Setup guide", "/setup", "first steps set up wizard begin getting started"],
  ["owner", "Transfer ownership", "/settings/danger?do=transfer", "owner"],
  ["viewer", "Leave organization", "/settings/danger?do=leave", "quit"],
  ["owner", "Delete organization", "/settings/danger?do=delete", "remove"],
];

export const actions = actionRows.map(([role, label, path, keywords]): Action => ({
  role,
  label,
  path,
  keywords,
}));

type Membership = { id: string; role: Role };

/** Returns the items that the user's role permits, as links into the organization. */
export const listPermitted = ({ id, role }: Membership, items: readonly Action[]): PaletteEntry[] =>
  items
    .filter((item) => isRoleAtLeast(role, item.role))
    .map((item) => ({ keywords: "go to", ...item, path: `/dashboard/${id}${item.path}` }));

type Options = Pick<PaletteEntry, "detail" | "icon" | "id" | "requiredWords">;
/** A path, or a function to run. */
type Target = string | (() => unknown);
export type Row = [label: string, keywords: string, target: Target, options?: Options];

export const toEntries = (rows: readonly Row[], base = ""): PaletteEntry[] =>
  rows.map(([label, keywords, target, options]) => ({
    label,
    keywords,
    ...options,
    ...(typeof target === "string" ? { path: base + target } : { run: () => void target() }),
  }));

export const rowsIf = (condition: boolean, ...rows: Row[]): Row[] => (condition ? rows : []);
