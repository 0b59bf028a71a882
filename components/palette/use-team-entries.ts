"use client";

import { RotateCw, UsersRound } from "lucide-react";
import { useSignedIn } from "@/components/auth/session";
import { useReadAll } from "@/components/data/use-read";
import { useExpired } from "@/components/invitations/use-expired";
import { useSendAgain } from "@/components/invitations/use-send-again";
import { useChangeRole } from "@/components/members/use-change-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { may } from "@/lib/organizations/rules";
import { roles, satisfies } from "@/lib/roles";
import type { Entry, EntryGroup } from "./entries";
import { isNamed, SELDOM, wordsOf } from "./find";

/** Who is of the team, is asked to be, or is a program of it, and what can be done to each. Nothing before something is typed, and nothing for who is no admin. */
export function useTeamEntries(typed: string): EntryGroup[] {
  const { id: orgID, role: held, at, is } = useOrganization();
  const me = useSignedIn();
  const changeRole = useChangeRole();
  const sendAgain = useSendAgain();
  const words = wordsOf(typed);
  const asAdmin = is("admin") && words.length > 0 ? { params: { orgID } } : null;
  const { data: members = [], whole } = useReadAll("GET /v1/organizations/{orgID}/members", asAdmin, SELDOM);
  const { data: tokens = [] } = useReadAll("GET /v1/organizations/{orgID}/tokens", asAdmin, SELDOM);
  const { data: invitations = [] } = useReadAll("GET /v1/organizations/{orgID}/invitations", asAdmin, SELDOM);
  const expired = useExpired(asAdmin && orgID, [...members, ...invitations]);
  if (asAdmin === null) return [];

  const isOnlyOwner = held === "owner" && (!whole || members.filter(({ role }) => role === "owner").length === 1);
  const own = isOnlyOwner ? [] : roles.filter((to) => to !== held && !satisfies(to, held) && may(held, "changeMember", held, to));
  // What is done at once asks for more than a name.
  const atOnce = words.length > 1;
  return [
    {
      heading: "Team",
      entries: [
        ...members.filter((member) => isNamed(member, words)).flatMap((member): Entry[] => {
          const { id, name, role } = member;
          const offered = atOnce && id !== me?.id ? roles.filter((to) => to !== role && may(held, "changeMember", role, to)) : [];
          return [
            { label: name, detail: role, words: "member team", icon: UsersRound, of: id, path: at("/settings/team") },
            ...offered.map((to) => ({ label: `Make ${name} ${to}`, words: "role member", atOnce: to, icon: UsersRound, of: id, run: () => void changeRole(member, to) })),
            ...(id !== me?.id && may(held, "removeMember", role) ? [{ label: `Remove ${name} from the team`, words: "member", path: at(`/settings/team?do=remove&of=${id}`) }] : []),
          ];
        }),
        ...own.map((to) => ({ label: `Become ${to} yourself`, words: "my own role change lower", icon: UsersRound, path: at(`/settings/team?do=become&of=${to}`) })),
      ],
    },
    {
      heading: "Invitations",
      entries: [
        ...invitations
          .filter(({ role }) => may(held, "revokeInvitation", role))
          .map(({ id, email, role, expires_at }) => ({ label: email === null ? `Revoke the link for ${role}s` : `Revoke the invitation of ${email}`, detail: `until ${expires_at.slice(0, 10)}`, words: "invite", path: at(`/settings/team?do=revoke&of=${id}`) })),
        ...[...invitations, ...expired].flatMap(({ id, email, role }): Entry[] =>
          email === null || !atOnce || !may(held, "createInvitation", role) ? [] : [{ label: `Send the invitation of ${email} again`, words: "invite resend", atOnce: "send again resend", detail: role, icon: RotateCw, of: id, run: () => void sendAgain(email, role) }],
        ),
      ],
    },
    { heading: "API tokens", entries: tokens.map(({ id, name, hint }) => ({ label: `Revoke the token ${name}`, detail: `${hint}…`, words: "key delete", path: at(`/settings/tokens?do=revoke&of=${id}`) })) },
  ];
}
