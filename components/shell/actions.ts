import type { Role } from "@/lib/roles";

const quarantine = "quarantine on hold reactivate failing";
const appearance = "change brand appearance page name remove colour colours";
const domain = "host dns cname own address check verify remove";
const sharing = "feed rss atom calendar badge widget iframe frame api address link copy";

/** The dialogs and filtered lists of an organization. The command palette searches the keywords. */
export const actions: [role: Role, label: string, keywords: string, path: string][] = [
  ["editor", "Report incident", "outage down new", "/incidents/new"],
  ["viewer", "Unresolved incidents", "open ongoing", "/incidents?status=unresolved"],
  ["editor", "Schedule maintenance", "planned new", "/maintenances/new"],
  ["editor", "Add component", "new", "/components?do=add"],
  ["editor", "Add multiple components", "paste list bulk several", "/components?do=paste"],
  ["editor", "Add component group", "new", "/components?do=add-group"],
  ["editor", "Reorder components", "sort drag", "/components?do=order"],
  ["editor", "Archived components", "removed restore unarchive", "/components?do=archived"],
  ["editor", "Add subscriber", "email webhook slack discord teams new", "/subscribers?do=add"],
  ["editor", "Import subscribers", "csv upload", "/subscribers?do=import"],
  ["editor", "Export subscribers", "csv download", "/subscribers?do=export"],
  ["editor", "Webhook signing secrets", "rotate subscribers", "/subscribers?channel=webhook"],
  ["viewer", "Quarantined subscribers", quarantine, "/subscribers?state=quarantined"],
  ["viewer", "Failed deliveries", "dead errors", "/deliveries?state=dead"],
  ["admin", "Invite a member", "colleague user team", "/settings/team?do=invite"],
  ["admin", "Create API token", "key bearer", "/settings/tokens?do=create"],
  ["editor", "Create template", "new", "/settings/templates?do=create"],
  ["admin", "Edit logo and colors", appearance, "/settings"],
  ["admin", "Change languages and time zone", "timezone translation", "/settings/languages"],
  ["admin", "Set up custom domain", domain, "/settings/domain"],
  ["viewer", "Share and embed page", sharing, "/settings/sharing"],
  ["editor", "Setup guide", "first steps set up wizard begin getting started", "/setup"],
  ["owner", "Transfer ownership", "owner", "/settings/danger?do=transfer"],
  ["viewer", "Leave organization", "quit", "/settings/danger?do=leave"],
  ["owner", "Delete organization", "remove", "/settings/danger?do=delete"],
];
