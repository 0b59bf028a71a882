import { Link2, Mail, RotateCw } from "lucide-react";
import { useState } from "react";
import { LoadingCard } from "@/components/data/loading-card";
import { useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useItemDialogParam } from "@/components/shell/use-dialog-param";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { EmptyState } from "@/components/ui/empty-state";
import { Timestamp } from "@/components/ui/timestamp";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toaster";
import { LinkButton } from "@/components/ui/route-link";
import { isAllowed } from "@/lib/organizations/rules";
import {
  type ExpiredInvitation as Invitation,
  useExpiredInvitations,
} from "./use-expired-invitations";
import { useResendInvitation } from "./use-resend-invitation";

export function PendingInvitations({
  members,
  onInvite,
}: {
  members: readonly { email: string }[];
  onInvite: () => void;
}) {
  const { id: orgID } = useOrganization();
  const invitations = useReadAll("GET /v1/organizations/{orgID}/invitations");
  const pending = invitations.data;
  const expired = useExpiredInvitations(orgID, [...members, ...(pending ?? [])]);
  return (
    <Section title="Pending invitations">
      <LoadingCard
        of={{ data: pending, error: invitations.error }}
        rows={2}
        label="Loading invitations"
        shape="text"
      >
        {pending?.length === 0 && expired.length === 0 && (
          <EmptyState title="No pending invitations">
            Invite colleagues by email, or create a link to share.{" "}
            <LinkButton onClick={onInvite}>Invite a member</LinkButton>
          </EmptyState>
        )}
        <ul>
          {pending?.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
          {pending &&
            expired.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} isExpired />
            ))}
        </ul>
      </LoadingCard>
    </Section>
  );
}

function InvitationRow({
  invitation,
  isExpired = false,
}: {
  invitation: Invitation;
  isExpired?: boolean;
}) {
  const { role: ownRole, call, refresh } = useOrganization();
  const resendInvitation = useResendInvitation();
  const [sending, setSending] = useState(false);
  const revoking = useItemDialogParam("revoke");
  const { id, email, role } = invitation;
  const Icon = email === null ? Link2 : Mail;

  async function send(to: string) {
    setSending(true);
    await resendInvitation(to, role);
    setSending(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <Icon className="size-4 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="font-medium wrap-anywhere">
          {email === null ? "Invitation link" : <bdi>{email}</bdi>}
        </p>
        <p className="text-xs text-muted">
          as {role} · {isExpired ? "expired" : "expires"} <Timestamp at={invitation.expires_at} />
        </p>
      </div>
      {isExpired && <Badge>Expired</Badge>}
      {isAllowed(ownRole, "createInvitation", role) && (
        <div className="flex flex-wrap gap-1">
          {email !== null && (
            <Button variant="quiet" busy={sending} onClick={() => void send(email)}>
              <RotateCw className="size-4" /> Send again<span className="sr-only"> to {email}</span>
            </Button>
          )}
          {!isExpired && (
            <Button variant="quiet" onClick={() => revoking.open(id)}>
              Revoke
              <span className="sr-only">
                {" "}
                {email === null ? "the invitation link" : `the invitation for ${email}`}
              </span>
            </Button>
          )}
        </div>
      )}
      <Confirm
        open={revoking.id === id && !isExpired && isAllowed(ownRole, "revokeInvitation", role)}
        onClose={revoking.close}
        title={`Revoke ${email === null ? "the invitation link" : `the invitation for ${email}`}?`}
        action="Revoke invitation"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/invitations/{invitationID}", {
            params: { invitationID: id },
          });
          await refresh();
          showToast("Invitation revoked.");
        }}
      >
        <p>
          The invitation link stops working immediately. You can send a new invitation at any time.
        </p>
      </Confirm>
    </li>
  );
}
