import { ChevronDown, UserMinus } from "lucide-react";
import { useState } from "react";
import { useSignedIn } from "@/components/auth/session";
import { useOrganization } from "@/components/organizations/organization-context";
import { useItemDialogParam } from "@/components/shell/use-dialog-param";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Menu, MenuChoices } from "@/components/ui/menu";
import { TimeAgo } from "@/components/ui/relative-time";
import { Timestamp } from "@/components/ui/timestamp";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import type { ResponseBody } from "@/lib/http/api-client";
import { isAllowed } from "@/lib/organizations/rules";
import { type Role, roles, isRoleAtLeast } from "@/lib/roles";
import { useChangeRole } from "./use-change-role";

export type MemberResponse = ResponseBody<"GET /v1/organizations/{orgID}/members">[number];

export function MemberRow({
  member,
  isOnlyOwner,
}: {
  member: MemberResponse;
  isOnlyOwner: boolean;
}) {
  const { role: ownRole, call, refresh } = useOrganization();
  const me = useSignedIn();
  const changeRole = useChangeRole();
  const [pendingRole, setPendingRole] = useState<Role | null>(null);
  const [loweringRole, removing] = [useItemDialogParam("become"), useItemDialogParam("remove")];
  const isMe = member.id === me?.id;
  const assignableRoles = isOnlyOwner
    ? []
    : roles.filter((role) => isAllowed(ownRole, "changeMember", member.role, role));
  const canRemove = !isMe && isAllowed(ownRole, "removeMember", member.role);

  // Users confirm a change of their own role to a lower one, because they can't undo it.
  const lowerRole = isMe
    ? assignableRoles.find((role) => role === loweringRole.id && !isRoleAtLeast(role, ownRole))
    : undefined;

  const shownRole = pendingRole ?? lowerRole ?? member.role;

  async function choose(role: Role) {
    if (pendingRole !== null) return;
    if (isMe && !isRoleAtLeast(role, ownRole)) return loweringRole.open(role);
    setPendingRole(role);
    await changeRole(member, role);
    setPendingRole(null);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <Avatar name={member.name} />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{member.name}</bdi> {isMe && <span className="font-normal text-muted">(you)</span>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          <bdi>{member.email}</bdi> · joined <Timestamp at={member.joined_at} /> ·{" "}
          {member.last_active_at === null ? (
            "not active yet"
          ) : (
            <>
              active <TimeAgo at={member.last_active_at} />
            </>
          )}
        </p>
      </div>
      {assignableRoles.length > 1 ? (
        <Menu
          trigger={
            <Button
              variant="secondary"
              busy={pendingRole !== null}
              aria-label={`Role of ${member.name}: ${shownRole}`}
            >
              <span className="capitalize">{shownRole}</span> <ChevronDown className="size-3.5" />
            </Button>
          }
        >
          <MenuChoices
            value={shownRole}
            onChange={(role) => void choose(role)}
            choices={assignableRoles.map((role) => ({
              value: role,
              label: role[0]!.toUpperCase() + role.slice(1),
            }))}
          />
        </Menu>
      ) : (
        <span className="text-xs text-muted capitalize">{member.role}</span>
      )}
      {canRemove && (
        <Button variant="quiet" onClick={() => removing.open(member.id)}>
          <UserMinus className="size-4" /> Remove<span className="sr-only"> {member.name}</span>
        </Button>
      )}
      <Confirm
        open={canRemove && removing.id === member.id}
        onClose={removing.close}
        title={named`Remove ${member.name}?`}
        action="Remove member"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/members/{userID}", {
            params: { userID: member.id },
          });
          await refresh();
          showToast(named`${member.name} was removed.`);
        }}
      >
        <p>
          <bdi>{member.name}</bdi> loses access immediately. Their invitation links and API tokens
          stop working. Revoke any other tokens they may know.
        </p>
      </Confirm>
      <Confirm
        open={lowerRole !== undefined}
        onClose={loweringRole.close}
        title={`Change your own role to ${lowerRole ?? ""}?`}
        action="Change role"
        onConfirm={async () => {
          await call("PATCH /v1/organizations/{orgID}/members/{userID}", {
            params: { userID: member.id },
            body: { role: lowerRole! },
          });
          showToast(`Your role is now ${lowerRole}.`);
          await refresh();
        }}
      >
        <p>
          Your role is {ownRole}. Only {ownRole === "owner" ? "an owner" : "an owner or admin"} can
          give this role back to you.
        </p>
      </Confirm>
    </li>
  );
}
