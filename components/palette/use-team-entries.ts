"use client";

import { RotateCw, UsersRound } from "lucide-react";
import { useSignedIn } from "@/components/auth/session";
import { useReadAll } from "@/components/data/use-read";
import { useExpiredInvitations } from "@/components/invitations/use-expired-invitations";
import { useResendInvitation } from "@/components/invitations/use-resend-invitation";
import type { MemberResponse } from "@/components/members/member-row";
import { useChangeRole } from "@/components/members/use-change-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { isAllowed } from "@/lib/organizations/rules";
import { isRoleAtLeast, type Role, roles } from "@/lib/roles";
import type { EntryGroup, PaletteEntry } from "./entries";
import { matchesName, SLOW_REFRESH } from "./match";

export function useTeamEntries(words: readonly string[]): EntryGroup[] {
  const { id: orgID, at, is } = useOrganization();
  const read = is("admin") && words.length > 0 ? { params: { orgID } } : null;
  const members = useReadAll("GET /v1/organizations/{orgID}/members", read, SLOW_REFRESH);
  const { data: tokens = [] } = useReadAll(
    "GET /v1/organizations/{orgID}/tokens",
    read,
    SLOW_REFRESH,
  );
  const memberEntries = useMemberEntries(words, members);
  const invitationEntries = useInvitationEntries(words, members);
  if (read === null) return [];
  return [
    { heading: "Team", entries: memberEntries },
    { heading: "Invitations", entries: invitationEntries },
    {
      heading: "API tokens",
      entries: tokens.map(({ id, name, hint }) => ({
        label: `Revoke token ${name}`,
        detail: `${hint}…`,
        keywords: "key delete",
        path: at(`/settings/tokens?do=revoke&of=${id}`),
      })),
    },
  ];
}

type Members = { data: MemberResponse[] | undefined; isComplete: boolean };

function useMemberEntries(
  words: readonly string[],
  { data: members = [], isComplete }: Members,
): PaletteEntry[] {
  const { role: ownRole, at } = useOrganization();
  const me = useSignedIn();
  const changeRole = useChangeRole();
  const isOnlyOwner =
    ownRole === "owner" &&
    (!isComplete || members.filter(({ role }) => role === "owner").length === 1);
  const canBecome = (to: Role) =>
    !isOnlyOwner && !isRoleAtLeast(to, ownRole) && isAllowed(ownRole, "changeMember", ownRole, to);
  const icon = UsersRound;
  return [
    ...members
      .filter(({ name }) => matchesName(name, words))
      .flatMap((member): PaletteEntry[] => {
        const { id, name, role } = member;
        const isOther = id !== me?.id;
        const newRoles =
          isOther && words.length > 1
            ? roles.filter((to) => to !== role && isAllowed(ownRole, "changeMember", role, to))
            : [];
        const remove = {
          label: `Remove ${name} from the team`,
          keywords: "member",
          path: at(`/settings/team?do=remove&of=${id}`),
        };
        return [
          {
            label: name,
            detail: role,
            keywords: "member team",
            icon,
            id,
            path: at("/settings/team"),
          },
          ...newRoles.map((to) => ({
            label: `Change ${name}’s role to ${to}`,
            keywords: "role member",
            requiredWords: to,
            icon,
            id,
            run: () => void changeRole(member, to),
          })),
          ...(isOther && isAllowed(ownRole, "removeMember", role) ? [remove] : []),
        ];
      }),
    ...roles.filter(canBecome).map((to) => ({
      label: `Change my role to ${to}`,
      keywords: "own become lower",
      icon,
      path: at(`/settings/team?do=become&of=${to}`),
    })),
  ];
}

function useInvitationEntries(
  words: readonly string[],
  { data: members = [] }: Members,
): PaletteEntry[] {
  const { id: orgID, role: ownRole, at, is } = useOrganization();
  const resend = useResendInvitation();
  const isUsed = is("admin") && words.length > 0;
  const { data: pending = [] } = useReadAll(
    "GET /v1/organizations/{orgID}/invitations",
    isUsed ? { params: { orgID } } : null,
    SLOW_REFRESH,
  );
  const expired = useExpiredInvitations(isUsed ? orgID : null, [...members, ...pending]);
  return [
    ...pending
      .filter(({ role }) => isAllowed(ownRole, "revokeInvitation", role))
      .map(({ id, email, role, expires_at }) => ({
        label:
          email === null ? `Revoke invitation link for ${role}s` : `Revoke invitation for ${email}`,
        detail: `expires ${expires_at.slice(0, 10)}`,
        keywords: "invite",
        path: at(`/settings/team?do=revoke&of=${id}`),
      })),
    ...[...pending, ...expired]
      .filter(({ role }) => words.length > 1 && isAllowed(ownRole, "createInvitation", role))
      .flatMap(({ id, email, role }): PaletteEntry[] =>
        email === null
          ? []
          : [
              {
                label: `Resend invitation to ${email}`,
                keywords: "invite send again",
                requiredWords: "send again resend",
                detail: role,
                icon: RotateCw,
                id,
                run: () => void resend(email, role),
              },
            ],
      ),
  ];
}
