import { Building2, ExternalLink, UsersRound } from "lucide-react";
import { componentStatusStyles } from "@/components/components/component-status";
import { getEventLabel } from "@/components/deliveries/event-label";
import { getRedeliverLabel } from "@/components/deliveries/use-redeliver";
import { mainNavigation } from "@/components/shell/navigation";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { findPosition } from "@/lib/component-groups/rules";
import { componentStatuses } from "@/lib/components/values";
import type { ComponentResponse } from "@/lib/http/api-client";
import { isAllowed } from "@/lib/organizations/rules";
import { isRoleAtLeast, type Role, roles } from "@/lib/roles";
import { countWords } from "@/lib/search/rules";
import { type Row, rowsIf } from "./entries";
import { describeItem, getPath, type Item, listCommands } from "./item-commands";
import type { Palette } from "./use-palette";

const TEAM = "/settings/team";
const matchesName = (name: string, words: readonly string[]) => countWords(name, words) > 0;
const truncate = (text: string) => text.replace(/^(.{60}).+/su, "$1…");

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

export function listFoundRows(palette: Palette, items: readonly Item[]): Row[] {
  const { organization, words, commandWords } = palette;
  return items.flatMap((item) => {
    const { kind, title, detail } = describeItem(item);
    const isComponent = "own_status" in item;
    const group = isComponent ? getGroupName(palette, item) : undefined;
    const keywords = isComponent ? "component status" : kind;
    const icon = mainNavigation.find(({ path }) => path === `/${kind}s`)?.icon;
    const options = { detail: detail ?? group, icon, id: item.id };
    const open: Row = [title, keywords, getPath(item), options];
    // A query of one word lists commands only for components, and only those that open a dialog.
    const required = isComponent && organization.is("editor") ? words : commandWords;
    return [
      open,
      ...(matchesName(title, required) ? listCommands(item, false, group) : []),
      ...(matchesName(title, commandWords) ? listImmediateRows(palette, item, title) : []),
      ...(isComponent && matchesName(title, commandWords) ? listMoveRows(palette, item) : []),
    ];
  });
}

const getGroupName = ({ groups }: Palette, { group_id }: ComponentResponse) =>
  groups.find(({ id }) => id === group_id)?.name;

/** Commands that run without a dialog. */
function listImmediateRows(palette: Palette, item: Item, name: string): Row[] {
  const { organization, attempt, restoreComponent, sendTest, setStatus } = palette;
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
    const restore = () =>
      attempt(named`Couldn’t restore ${item.name}`, () => restoreComponent(item));
    return [[`Restore ${name}`, keywords, restore, { requiredWords: "bring back restore", id }]];
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

function listMoveRows(palette: Palette, component: ComponentResponse): Row[] {
  const { groups, arrangement } = palette;
  const { id, name } = component;
  const position = findPosition(arrangement, id);
  if (position === null) return [];
  const { groupId: ownGroupID, index, count } = position;
  const detail = getGroupName(palette, component);
  const createMove = (target: string, groupID: string | null, toIndex: number): Row => {
    const move = async () => {
      const moved = palette.move(id, groupID, toIndex);
      if (await moved.isSaved) showToast(named`${name} moved to ${moved.position}.`);
    };
    const options = { detail, requiredWords: "move up down out", id: `${id} ${groupID}` };
    return [`Move ${name} ${target}`, "reorder component", move, options];
  };
  const others = groups.filter((group) => group.id !== ownGroupID);
  return [
    ...rowsIf(index > 0, createMove("up", ownGroupID, index - 1)),
    ...rowsIf(index < count - 1, createMove("down", ownGroupID, index + 1)),
    ...others.map((group) => createMove(`to group ${group.name}`, group.id, Infinity)),
    ...rowsIf(ownGroupID !== null, createMove("out of its group", null, Infinity)),
  ];
}

export const listGroupRows = ({ words, groups }: Palette): Row[] =>
  groups
    .filter(({ name }) => matchesName(name, words))
    .flatMap(({ id, name }) => [
      [`Edit group ${name}`, "rename fold collapse", `/components?do=edit-group&of=${id}`],
      [`Delete group ${name}`, "remove", `/components?do=delete-group&of=${id}`],
    ]);

export const listTemplateRows = ({ organization, templates }: Palette): Row[] =>
  (organization.is("editor") ? templates : []).flatMap(({ id, name, kind }) => {
    const action = kind === "incident" ? "Report incident" : "Schedule maintenance";
    return [
      ...rowsIf(kind !== "update", [
        `${action} with template ${name}`,
        kind,
        `/${kind}s/new?template=${id}`,
      ]),
      [`Edit template ${name}`, "change", `/settings/templates?do=edit&of=${id}`],
      [`Delete template ${name}`, "remove", `/settings/templates?do=delete&of=${id}`],
    ];
  });

export const listDeliveryRows = ({ deliveries, now, redeliver }: Palette): Row[] =>
  deliveries.flatMap((delivery) => {
    const { id, state, event, title, address } = delivery;
    const label = getRedeliverLabel(delivery, now);
    if (label === null) return [];
    const detail = title === null ? getEventLabel(event) : `${getEventLabel(event)}: “${title}”`;
    const keywords = `${detail} redeliver delivery message ${state === "dead" ? "failed" : state}`;
    const options = { detail, requiredWords: "send again now resend redeliver", id };
    return [[`${label} to ${address}`, keywords, () => redeliver(delivery), options]];
  });

export function listMemberRows(palette: Palette): Row[] {
  const { words, commandWords, members, userID, changeRole } = palette;
  const { role: ownRole } = palette.organization;
  return members
    .filter(({ name }) => matchesName(name, words))
    .flatMap((member) => {
      const { id, name, role } = member;
      const options = { detail: role, icon: UsersRound, id };
      const open: Row = [name, "member team", TEAM, options];
      if (id === userID) return [open];
      const changes = roles
        .filter((to) => to !== role && isAllowed(ownRole, "changeMember", role, to))
        .map((to): Row => {
          const change = () => changeRole(member, to);
          const changeOptions = { requiredWords: to, id };
          return [`Change ${name}’s role to ${to}`, "role member", change, changeOptions];
        });
      const remove = `${TEAM}?do=remove&of=${id}`;
      const canRemove = isAllowed(ownRole, "removeMember", role);
      return [
        open,
        ...rowsIf(commandWords.length > 0, ...changes),
        ...rowsIf(canRemove, [`Remove ${name} from the team`, "member", remove]),
      ];
    });
}

export function listOwnRoleRows({ organization: { role }, members }: Palette): Row[] {
  const owners = members.filter((member) => member.role === "owner");
  if (role === "owner" && owners.length < 2) return [];
  return roles
    .filter((to) => !isRoleAtLeast(to, role) && isAllowed(role, "changeMember", role, to))
    .map((to) => [`Change my role to ${to}`, "own become lower", `${TEAM}?do=become&of=${to}`]);
}

export function listInvitationRows(palette: Palette): Row[] {
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

export const listTokenRows = ({ tokens }: Palette): Row[] =>
  tokens.map(({ id, name, hint }) => {
    const path = `/settings/tokens?do=revoke&of=${id}`;
    return [`Revoke token ${name}`, "key delete", path, { detail: `${hint}…` }];
  });

export function listDomainRows({ host, checkDomain }: Palette): Row[] {
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
