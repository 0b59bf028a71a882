import { UsersRound } from "lucide-react";
import { isAllowed } from "@/lib/organizations/rules";
import { isRoleAtLeast, type Role, roles } from "@/lib/roles";
import { type Row, rowsIf } from "./entries";
import { matchesName } from "./match";
import type { Palette } from "./use-palette";

const TEAM = "/settings/team";

export function listMemberRows({ organization, words, commandWords, data, operations }: Palette) {
  const { role: ownRole } = organization;
  const { members, userID } = data;
  const listOf = (member: (typeof members)[number]): Row[] => {
    const { id, name, role } = member;
    const canChange = (to: Role) => to !== role && isAllowed(ownRole, "changeMember", role, to);
    const open: Row = [name, "member team", TEAM, { detail: role, icon: UsersRound, id }];
    if (id === userID) return [open];
    return [
      open,
      ...(commandWords.length > 0 ? roles.filter(canChange) : []).map((to): Row => {
        const changeRole = () => operations.changeRole(member, to);
        const options = { requiredWords: to, id };
        return [`Change ${name}’s role to ${to}`, "role member", changeRole, options];
      }),
      ...rowsIf(isAllowed(ownRole, "removeMember", role), [
        `Remove ${name} from the team`,
        "member",
        `${TEAM}?do=remove&of=${id}`,
      ]),
    ];
  };
  return members.filter(({ name }) => matchesName(name, words)).flatMap(listOf);
}

export function listOwnRoleRows({ organization: { role, is }, data }: Palette): Row[] {
  const owners = data.members.filter((member) => member.role === "owner");
  const isOnlyOwner = role === "owner" && (!data.hasAllMembers || owners.length === 1);
  return roles
    .filter((to) => !isRoleAtLeast(to, role) && isAllowed(role, "changeMember", role, to))
    .filter(() => is("admin") && !isOnlyOwner)
    .map((to) => [`Change my role to ${to}`, "own become lower", `${TEAM}?do=become&of=${to}`]);
}

export const listRevocationRows = ({ organization, data }: Palette): Row[] =>
  data.invitations
    .filter(({ role }) => isAllowed(organization.role, "revokeInvitation", role))
    .map(({ id, email, role, expires_at }) => {
      const invited = email === null ? `invitation link for ${role}s` : `invitation for ${email}`;
      const detail = `expires ${expires_at.slice(0, 10)}`;
      return [`Revoke ${invited}`, "invite", `${TEAM}?do=revoke&of=${id}`, { detail }];
    });

export const listResendRows = ({ organization, commandWords, data, operations }: Palette): Row[] =>
  [...data.invitations, ...data.expiredInvitations]
    .filter(({ role }) => isAllowed(organization.role, "createInvitation", role))
    .flatMap(({ id, email, role }) => {
      if (email === null || commandWords.length === 0) return [];
      const resend = () => operations.resendInvitation(email, role);
      const options = { requiredWords: "send again resend", detail: role, id };
      return [[`Resend invitation to ${email}`, "invite send again", resend, options]];
    });
