import { Building2, ExternalLink, UsersRound } from "lucide-react";
import { useParams } from "next/navigation";
import { useSignedIn } from "@/components/auth/session";
import { componentStatusStyles } from "@/components/components/component-status";
import { useSetStatus } from "@/components/components/manual-status-menu";
import { useArrangement } from "@/components/components/use-arrangement";
import { useRestoreComponent } from "@/components/components/use-restore-component";
import { useDebounced } from "@/components/data/use-debounced";
import { useRead, useReadAll } from "@/components/data/use-read";
import { getEventLabel } from "@/components/deliveries/event-label";
import { getRedeliverLabel, useRedeliver } from "@/components/deliveries/use-redeliver";
import { useExpiredInvitations } from "@/components/invitations/use-expired-invitations";
import { useResendInvitation } from "@/components/invitations/use-resend-invitation";
import { useChangeRole } from "@/components/members/use-change-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { useCheckDomain } from "@/components/settings/use-check-domain";
import { mainNavigation } from "@/components/shell/navigation";
import { useSendTest } from "@/components/subscribers/subscriber-actions";
import { named } from "@/components/ui/format-names";
import { useNow } from "@/components/ui/relative-time";
import { showToast } from "@/components/ui/toaster";
import { useUpdates } from "@/components/updates/update-calls";
import { useMaintenances } from "@/components/updates/use-maintenances";
import { useUnresolvedIncidents } from "@/components/updates/use-overall";
import { findPosition } from "@/lib/component-groups/rules";
import { componentStatuses } from "@/lib/components/values";
import type { ComponentResponse } from "@/lib/http/api-client";
import { isAllowed } from "@/lib/organizations/rules";
import { isRoleAtLeast, type Role, roles } from "@/lib/roles";
import { countWords, mergeById, splitWords } from "@/lib/search/rules";
import { type Row, type RowGroup, rowsIf } from "./rows";
import { describeItem, getPath, type Item, kinds, listCommands } from "./item-commands";

const ORGANIZATION = "GET /v1/organizations/{orgID}";
const TEAM = "/settings/team";
const DEBOUNCE_MS = 200;

const matchesName = (name: string, words: readonly string[]) => countWords(name, words) > 0;
const truncate = (text: string) => text.replace(/^(.{60}).+/su, "$1…");

type Palette = ReturnType<typeof usePalette>;

/** Loads the data for the rows of an organization. Most lists require a query. */
export function usePalette(query: string) {
  const organization = useOrganization();
  const { id: orgID, is } = organization;
  const words = splitWords(query);
  const all = {};
  const forEditors = is("editor") && words.length > 0 ? all : null;
  const forAdmins = is("admin") && words.length > 0 ? all : null;
  const forCommands = words.length > 1 ? forEditors : null;
  const dead = forCommands && { query: { state: "dead" as const } };
  const q = words.join(" ");
  const debounced = useDebounced(q, DEBOUNCE_MS);
  const { data: found, isReading } = useRead(
    `${ORGANIZATION}/search`,
    debounced === "" ? null : { query: { q: debounced } },
    { keepPrevious: true },
  );
  const { incidents: unresolved } = useUnresolvedIncidents();
  const { running, upcoming } = useMaintenances();
  const { data: components = [] } = useRead(`${ORGANIZATION}/components`);
  const { data: groups = [] } = useRead(`${ORGANIZATION}/component-groups`, forEditors);
  const { data: failed } = useRead(`${ORGANIZATION}/deliveries`, dead);
  const { data: deliveries } = useRead(`${ORGANIZATION}/deliveries`, forCommands);
  const { data: invitations = [] } = useReadAll(`${ORGANIZATION}/invitations`, forAdmins);
  const { data: members = [] } = useReadAll(`${ORGANIZATION}/members`, forAdmins);
  return {
    organization,
    words,
    /** Empty for viewers, and for a single word, which can't name both an item and a command. */
    commandWords: forCommands === null ? [] : words,
    isSearching: debounced !== q || isReading,
    ...useOpenItem(is("editor")),
    incidents: mergeById(found?.incidents, unresolved),
    maintenances: mergeById(found?.maintenances, running, upcoming),
    components,
    archived: (forCommands && found?.components.filter(({ archived_at }) => archived_at)) ?? [],
    groups,
    subscribers: found?.subscribers ?? [],
    templates: found?.templates ?? [],
    deliveries: mergeById(failed, deliveries),
    host: useRead(`${ORGANIZATION}/domain`, forAdmins).data?.host,
    organizations: useRead("GET /v1/organizations", {}).data ?? [],
    tokens: useReadAll(`${ORGANIZATION}/tokens`, forAdmins).data ?? [],
    members,
    invitations,
    expiredInvitations: useExpiredInvitations(forAdmins && orgID, [...members, ...invitations]),
    userID: useSignedIn()?.id,
    now: useNow(),
    ...useArrangement(components, groups),
    changeRole: useChangeRole(),
    checkDomain: useCheckDomain(),
    redeliver: useRedeliver().redeliver,
    resendInvitation: useResendInvitation(),
    restoreComponent: useRestoreComponent().tryRestore,
    sendTest: useSendTest(),
    setStatus: useSetStatus(),
  };
}

/** Reads the item whose screen is open. */
function useOpenItem(isEditor: boolean) {
  const params = useParams<Record<string, string>>();
  const kind = kinds.find((each) => `${each}ID` in params);
  const { data, isGone } = useRead(
    // Typed as the path of incidents, because the other kinds have the same call.
    `${ORGANIZATION}/${kind}s/{${kind}ID}` as `${typeof ORGANIZATION}/incidents/{incidentID}`,
    kind === undefined ? null : { params: params as { incidentID: string } },
  );
  const open = isGone ? undefined : (data as Item | undefined);
  const hasUpdates = open && isEditor && (kind === "incident" || kind === "maintenance");
  return { open, updates: useUpdates(hasUpdates ? { kind, id: open.id } : null).items ?? [] };
}

/** The commands of the item whose screen is open. */
export function listScreenRows(palette: Palette): Row[] {
  const { organization, words, open, updates } = palette;
  if (open === undefined) return [];
  const { kind, since } = describeItem(open);
  const path = getPath(open);
  const view = () => window.open(organization.page_url + path, "_blank", "noopener");
  const label = `View this ${kind} on the status page`;
  const options = { icon: ExternalLink };
  const viewRows = rowsIf(since !== undefined, [label, "open see public", view, options]);
  if (!organization.is("editor")) return viewRows;
  return [
    ...listCommands(open),
    ...listImmediateRows(palette, open, `this ${kind}`),
    ...(words.length > 0 ? updates : []).map(({ id, body, status }): Row => {
      const edit = `${path}?do=edit-update&of=${id}`;
      const detail = status.replaceAll("_", " ");
      return [`Edit update “${truncate(body)}”`, `change correct ${body}`, edit, { detail }];
    }),
    ...viewRows,
  ];
}

export const listOngoingRows = ({ incidents, maintenances }: Palette): Row[] =>
  [...incidents, ...maintenances].flatMap((item) => listCommands(item, true));

/** Lists the groups that require a query. */
export const listFoundGroups = (palette: Palette): RowGroup[] => [
  ["Incidents", listItemRows(palette, palette.incidents)],
  ["Maintenance", listItemRows(palette, palette.maintenances)],
  ["Components", listItemRows(palette, [...palette.components, ...palette.archived])],
  ["Groups", listGroupRows(palette)],
  ["Templates", listTemplateRows(palette)],
  ["Subscribers", listItemRows(palette, palette.subscribers)],
  ["Deliveries", listDeliveryRows(palette)],
  ["Team", [...listMemberRows(palette), ...listOwnRoleRows(palette)]],
  ["Invitations", listInvitationRows(palette)],
  ["API tokens", listTokenRows(palette)],
  ["Page", listDomainRows(palette)],
];

const listItemRows = (palette: Palette, items: readonly Item[]): Row[] =>
  items.flatMap((item) => {
    const { organization, words, commandWords } = palette;
    const { kind, title, detail } = describeItem(item);
    const isComponent = "own_status" in item;
    const group = isComponent ? getGroupName(palette, item) : undefined;
    const keywords = isComponent ? "component status" : kind;
    const icon = mainNavigation.find(({ path }) => path === `/${kind}s`)?.icon;
    const options = { detail: detail ?? group, icon, id: item.id };
    const open: Row = [title, keywords, getPath(item), options];
    // A query of one word lists commands only for components, and only those that open a dialog.
    const required = isComponent && organization.is("editor") ? words : commandWords;
    if (!matchesName(title, required)) return [open];
    const rows = [open, ...listCommands(item, false, group)];
    if (commandWords.length === 0) return rows;
    return [...rows, ...listImmediateRows(palette, item, title), ...listMoveRows(palette, item)];
  });

const getGroupName = ({ groups }: Palette, { group_id }: ComponentResponse) =>
  groups.find(({ id }) => id === group_id)?.name;

/** Commands that run without a dialog. */
function listImmediateRows(palette: Palette, item: Item, name: string): Row[] {
  const { organization, restoreComponent, sendTest, setStatus } = palette;
  const { id } = item;
  if ("channel" in item) {
    const send = () => sendTest(item);
    const options = { requiredWords: "test send", id };
    const row: Row = [`Send test message to ${name}`, "deliver subscriber", send, options];
    return rowsIf(item.state === "active", row);
  }
  if (!("own_status" in item)) return [];
  if (item.archived_at !== null) {
    const keywords = "bring back unarchive archived removed component";
    const options = { requiredWords: "bring back restore", id };
    return [[`Restore ${name}`, keywords, () => restoreComponent(item), options]];
  }
  const statuses = componentStatuses.filter((status) => status !== item.own_status);
  return statuses.map((status) => {
    const { label: requiredWords, icon } = componentStatusStyles[status];
    const set = () => setStatus(item, status, (_, save) => save().then(organization.refresh));
    const options = { detail: getGroupName(palette, item), requiredWords, icon, id };
    const label = `Set ${name} to ${requiredWords.toLowerCase()}`;
    return [label, "set status component", set, options];
  });
}

type Move = [label: string, groupID: string | null, index: number];

function listMoveRows(palette: Palette, item: Item): Row[] {
  const position = findPosition(palette.arrangement, item.id);
  if (position === null || !("own_status" in item)) return [];
  const { id, name } = item;
  const { groupId: own, index, count } = position;
  const detail = getGroupName(palette, item);
  const targets: Move[] = [
    ["up", own, index - 1],
    ["down", own, index + 1],
    ...palette.groups.map((group): Move => [`to group ${group.name}`, group.id, Infinity]),
    ["out of its group", null, Infinity],
  ];
  return targets
    .filter(([, groupID, to]) => groupID !== own || (to >= 0 && to < count))
    .map(([target, groupID, to]) => {
      const move = async () => {
        const moved = palette.move(id, groupID, to);
        if (await moved.isSaved) showToast(named`${name} moved to ${moved.position}.`);
      };
      const options = { detail, requiredWords: "move up down out", id: `${id} ${groupID}` };
      return [`Move ${name} ${target}`, "reorder component", move, options];
    });
}

const listGroupRows = ({ words, groups }: Palette): Row[] =>
  groups
    .filter(({ name }) => matchesName(name, words))
    .flatMap(({ id, name }) => [
      [`Edit group ${name}`, "rename fold collapse", `/components?do=edit-group&of=${id}`],
      [`Delete group ${name}`, "remove", `/components?do=delete-group&of=${id}`],
    ]);

const listTemplateRows = ({ organization, templates }: Palette): Row[] =>
  (organization.is("editor") ? templates : []).flatMap(({ id, name, kind }) => {
    const action = kind === "incident" ? "Report incident" : "Schedule maintenance";
    const report: Row = [`${action} with template ${name}`, kind, `/${kind}s/new?template=${id}`];
    return [
      ...rowsIf(kind !== "update", report),
      [`Edit template ${name}`, "change", `/settings/templates?do=edit&of=${id}`],
      [`Delete template ${name}`, "remove", `/settings/templates?do=delete&of=${id}`],
    ];
  });

const listDeliveryRows = ({ deliveries, now, redeliver }: Palette): Row[] =>
  deliveries.flatMap((delivery) => {
    const { id, state, event, title, address } = delivery;
    const label = getRedeliverLabel(delivery, now);
    if (label === null) return [];
    const detail = title === null ? getEventLabel(event) : `${getEventLabel(event)}: “${title}”`;
    const keywords = `${detail} redeliver delivery message ${state === "dead" ? "failed" : state}`;
    const options = { detail, requiredWords: "send again now resend redeliver", id };
    return [[`${label} to ${address}`, keywords, () => redeliver(delivery), options]];
  });

function listMemberRows(palette: Palette): Row[] {
  const { words, commandWords, members, userID, changeRole } = palette;
  const { role: ownRole } = palette.organization;
  return members.flatMap((member): Row[] => {
    const { id, name, role } = member;
    if (!matchesName(name, words)) return [];
    const open: Row = [name, "member team", TEAM, { detail: role, icon: UsersRound, id }];
    if (id === userID) return [open];
    const changes = roles
      .filter((to) => to !== role && isAllowed(ownRole, "changeMember", role, to))
      .map((to): Row => {
        const change = () => changeRole(member, to);
        const options = { requiredWords: to, id };
        return [`Change ${name}’s role to ${to}`, "role member", change, options];
      });
    const remove: Row = [`Remove ${name} from the team`, "member", `${TEAM}?do=remove&of=${id}`];
    return [
      open,
      ...rowsIf(commandWords.length > 0, ...changes),
      ...rowsIf(isAllowed(ownRole, "removeMember", role), remove),
    ];
  });
}

function listOwnRoleRows({ organization: { role }, members }: Palette): Row[] {
  const owners = members.filter((member) => member.role === "owner");
  if (role === "owner" && owners.length < 2) return [];
  return roles
    .filter((to) => !isRoleAtLeast(to, role) && isAllowed(role, "changeMember", role, to))
    .map((to) => [`Change my role to ${to}`, "own become lower", `${TEAM}?do=become&of=${to}`]);
}

function listInvitationRows(palette: Palette): Row[] {
  const { organization, invitations, expiredInvitations, commandWords } = palette;
  const isPermitted = ({ role }: { role: Role }) =>
    isAllowed(organization.role, "createInvitation", role);
  const resendable = commandWords.length > 0 ? [...invitations, ...expiredInvitations] : [];
  return [
    ...invitations.filter(isPermitted).map(({ id, email, role, expires_at }): Row => {
      const label = email === null ? `link for ${role}s` : `for ${email}`;
      const detail = `expires ${expires_at.slice(0, 10)}`;
      return [`Revoke invitation ${label}`, "invite", `${TEAM}?do=revoke&of=${id}`, { detail }];
    }),
    ...resendable.filter(isPermitted).flatMap(({ id, email, role }): Row[] => {
      if (email === null) return [];
      const resend = () => palette.resendInvitation(email, role);
      const options = { requiredWords: "send again resend", detail: role, id };
      return [[`Resend invitation to ${email}`, "invite send again", resend, options]];
    }),
  ];
}

const listTokenRows = ({ tokens }: Palette): Row[] =>
  tokens.map(({ id, name, hint }) => {
    const path = `/settings/tokens?do=revoke&of=${id}`;
    return [`Revoke token ${name}`, "key delete", path, { detail: `${hint}…` }];
  });

function listDomainRows({ host, checkDomain }: Palette): Row[] {
  if (host == null) return [];
  const check = () => checkDomain(host);
  return [
    [`Check domain ${host}`, "custom dns verify", check, { requiredWords: "check verify" }],
    [`Remove domain ${host}`, "custom dns delete", "/settings/domain?do=remove-domain"],
  ];
}

export const listOtherOrganizations = ({ organization, organizations }: Palette): Row[] =>
  organizations
    .filter(({ id }) => id !== organization.id)
    .map(({ id, name }) => [name, "organization switch", `/dashboard/${id}`, { icon: Building2 }]);
