"use client";

import { UserMinus } from "lucide-react";
import { useState } from "react";
import { useSignedIn } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useIntentOf } from "@/components/shell/use-intent";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Moment } from "@/components/ui/moment";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { type Answer, call } from "@/lib/http/client";
import { may } from "@/lib/organizations/rules";
import { type Role, roles, satisfies } from "@/lib/roles";
import { useChangeRole } from "./use-change-role";

export type Member = Answer<"GET /v1/organizations/{orgID}/members">[number];

/** One member, with what whoever reads it may do about it. */
export function MemberRow({ member, isOnlyOwner }: { member: Member; isOnlyOwner: boolean }) {
  const { id: orgID, role: held } = useOrganization();
  const me = useSignedIn();
  const changeRole = useChangeRole();
  const refresh = useRefresh(orgID);
  const [asked, setAsked] = useState<Role | null>(null);
  const [becoming, removing] = [useIntentOf("become"), useIntentOf("remove")];
  const isMe = member.id === me?.id;
  const offered = isOnlyOwner ? [] : roles.filter((role) => may(held, "changeMember", member.role, role));
  const mayRemove = !isMe && may(held, "removeMember", member.role);

  // Of one's own role, a lower one: there is no way back by oneself.
  const lower = isMe ? offered.find((role) => role === becoming.of && !satisfies(role, held)) : undefined;

  async function choose(role: Role) {
    if (isMe && !satisfies(role, held)) return becoming.begin(role);
    setAsked(role);
    await changeRole(member, role);
    setAsked(null);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{member.name}</bdi> {isMe && <span className="font-normal text-muted">(you)</span>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          <bdi>{member.email}</bdi> · since <Moment at={member.joined_at} />
        </p>
      </div>
      {offered.length > 1 ? (
        <select
          aria-label={`Role of ${member.name}`}
          value={asked ?? lower ?? member.role}
          disabled={asked !== null}
          onChange={(event) => void choose(event.target.value as Role)}
          className="rounded-md border border-control bg-surface px-2 py-1.5 text-base capitalize pointer-fine:text-sm pointer-coarse:min-h-11"
        >
          {offered.map((role) => (
            <option key={role} value={role}>
              {role[0]!.toUpperCase() + role.slice(1)}
            </option>
          ))}
        </select>
      ) : (
        <span className="text-xs text-muted capitalize">{member.role}</span>
      )}
      {mayRemove && (
        <Button variant="quiet" onClick={() => removing.begin(member.id)}>
          <UserMinus className="size-4" /> Remove<span className="sr-only"> {member.name}</span>
        </Button>
      )}
      <Confirm
        open={mayRemove && removing.of === member.id}
        onClose={removing.end}
        title={<>Remove <bdi>{member.name}</bdi>?</>}
        action="Remove member"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/members/{userID}", { params: { orgID, userID: member.id } });
          await refresh();
          say(named`${member.name} is no member any more.`);
        }}
      >
        <p>
          <bdi>{member.name}</bdi> loses access at once, and so do links to invitations that <bdi>{member.name}</bdi> made. API tokens stay valid: revoke those that <bdi>{member.name}</bdi> may know.
        </p>
      </Confirm>
      <Confirm
        open={lower !== undefined}
        onClose={becoming.end}
        title={`Become ${lower ?? ""} yourself?`}
        action={`Become ${lower ?? ""}`}
        onConfirm={async () => {
          await call("PATCH /v1/organizations/{orgID}/members/{userID}", { params: { orgID, userID: member.id }, body: { role: lower! } });
          say(`You are ${lower} now.`);
          await refresh();
        }}
      >
        <p>You are {held} now. Somebody else has to raise your role again.</p>
      </Confirm>
    </li>
  );
}
