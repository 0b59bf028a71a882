"use client";

import { RotateCw, UsersRound } from "lucide-react";
import { useSignedIn } from "@/components/auth/session";
import { useReadAll } from "@/components/data/use-read";
import { useExpiredInvitations } from "@/components/invitations/use-expired-invitations";
import { useResendInvitation } from "@/components/invitations/use-resend-invitation";
import { useChangeRole } from "@/components/members/use-change-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { isAllowed } from "@/lib/organizations/rules";
import { roles, isRoleAtLeast } from "@/lib/roles";
import type { PaletteEntry, EntryGroup } from "./entries";
import { isNamed, SELDOM, wordsOf } from "./find";

/**
 * Who is of the team, is asked to be, or is a program of it, and what can be done to each. Nothing
 * before something is typed, and nothing for who is no admin.
 */
export function useTeamEntries(typed: string): EntryGroup[] {
  const { id: orgID, role: held, at, is } = useOrganization();
  const me = useSignedIn();
  const changeRole = useChangeRole();
  const sendAgain = useResendInvitation();
  const words = wordsOf(typed);
  const asAdmin = is("admin") && words.length > 0 ? { params: { orgID } } : null;
  const { data: members = [], isComplete } = useReadAll(
    "GET /v1/organizations/{orgID}/members",
    asAdmin,
    SELDOM,
  );
  const { data: tokens = [] } = useReadAll("GET /v1/organizations/{orgID}/tokens", asAdmin, SELDOM);
  const { data: invitations = [] } = useReadAll(
    "GET /v1/organizations/{orgID}/invitations",
    asAdmin,
    SELDOM,
  );
  const expired = useExpiredInvitations(asAdmin && orgID, [...members, ...invitations]);
  if (asAdmin === null) return [];

  const isOnlyOwner =
    held === "owner" &&
    (!isComplete || members.filter(({ role }) => role === "owner").length === 1);
  const own = isOnlyOwner
    ? []
    : roles.filter(
        (to) =>
          to !== held && !isRoleAtLeast(to, held) && isAllowed(held, "changeMember", held, to),
      );
  // What is done at once asks for more than a name.
  const atOnce = words.length > 1;
  return [
    {
      heading: "Team",
      entries: [
        ...members
          .filter((member) => isNamed(member, words))
          .flatMap((member): PaletteEntry[] => {
            const { id, name, role } = member;
            const offered =
              atOnce && id !== me?.id
                ? roles.filter((to) => to !== role && isAllowed(held, "changeMember", role, to))
                : [];
            return [
              {
                label: name,
                detail: role,
                words: "member team",
                icon: UsersRound,
                of: id,
                path: at("/settings/team"),
              },
              ...offered.map((to) => ({
                label: `Change ${name}’s role to ${to}`,
                words: "role member",
                atOnce: to,
                icon: UsersRound,
                of: id,
                run: () => void changeRole(member, to),
              })),
              ...(id !== me?.id && isAllowed(held, "removeMember", role)
                ? [
                    {
                      label: `Remove ${name} from the team`,
                      words: "member",
                      path: at(`/settings/team?do=remove&of=${id}`),
                    },
                  ]
                : []),
            ];
          }),
        ...own.map((to) => ({
          label: `Change my role to ${to}`,
          words: "own become lower",
          icon: UsersRound,
          path: at(`/settings/team?do=become&of=${to}`),
        })),
      ],
    },
    {
      heading: "Invitations",
      entries: [
        ...invitations
          .filter(({ role }) => isAllowed(held, "revokeInvitation", role))
          .map(({ id, email, role, expires_at }) => ({
            label:
              email === null
                ? `Revoke invitation link for ${role}s`
                : `Revoke invitation for ${email}`,
            detail: `expires ${expires_at.slice(0, 10)}`,
            words: "invite",
            path: at(`/settings/team?do=revoke&of=${id}`),
          })),
        ...[...invitations, ...expired].flatMap(({ id, email, role }): PaletteEntry[] =>
          email === null || !atOnce || !isAllowed(held, "createInvitation", role)
            ? []
            : [
                {
                  label: `Resend invitation to ${email}`,
                  words: "invite send again",
                  atOnce: "send again resend",
                  detail: role,
                  icon: RotateCw,
                  of: id,
                  run: () => void sendAgain(email, role),
                },
              ],
        ),
      ],
    },
    {
      heading: "API tokens",
      entries: tokens.map(({ id, name, hint }) => ({
        label: `Revoke token ${name}`,
        detail: `${hint}…`,
        words: "key delete",
        path: at(`/settings/tokens?do=revoke&of=${id}`),
      })),
    },
  ];
}
