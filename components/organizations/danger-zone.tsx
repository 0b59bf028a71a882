"use client";

import dynamic from "next/dynamic";
import { useSignedIn } from "@/components/auth/session";
import { useReadAll } from "@/components/data/use-read";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { named } from "@/components/ui/format-names";
import { leaveTo } from "@/components/ui/leave-to";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm } from "@/components/ui/skeleton";
import { RouteLink } from "@/components/ui/route-link";
import { isAllowed } from "@/lib/organizations/rules";
import { useOrganization } from "./organization-context";

const TransferForm = dynamic(() => import("./transfer-form"), {
  ssr: false,
  loading: () => <SkeletonForm fields={2} label="Loading form" />,
});

export function DangerZone() {
  const { id: orgID, name, role, at, call } = useOrganization();
  const me = useSignedIn();
  const members = useReadAll("GET /v1/organizations/{orgID}/members");
  const others = members.data?.filter(({ id }) => id !== me?.id);
  const isOnlyOwner =
    role === "owner" &&
    members.isComplete &&
    others?.every((member) => member.role !== "owner") === true;
  const transferring = useDialogParam("transfer", others?.length !== 0);
  const leaving = useDialogParam("leave", !isOnlyOwner);
  const deleting = useDialogParam("delete");
  return (
    <>
      <PageHeader title="Danger zone" description="Transfer, leave, or delete this organization." />
      <Card>
        <ul>
          {isAllowed(role, "transferOrganization") && (
            <DangerousAction
              title="Transfer ownership"
              button={
                <Button
                  variant="secondary"
                  onClick={transferring.open}
                  disabled={others?.length === 0}
                >
                  Transfer…
                </Button>
              }
            >
              Make another member an owner. You become an admin.{" "}
              {others?.length === 0 && (
                <>
                  There are no other members yet.{" "}
                  <RouteLink href={at("/settings/team?do=invite")}>Invite a member</RouteLink>.
                </>
              )}
            </DangerousAction>
          )}
          <DangerousAction
            title="Leave organization"
            button={
              <Button variant="secondary" onClick={leaving.open} disabled={isOnlyOwner}>
                Leave…
              </Button>
            }
          >
            {isOnlyOwner
              ? "You are the only owner. Make another member an owner first, or delete the organization."
              : "You lose access immediately. To return, you need a new invitation."}
          </DangerousAction>
          {isAllowed(role, "deleteOrganization") && (
            <DangerousAction
              title="Delete organization"
              button={
                <Button variant="danger" onClick={deleting.open}>
                  Delete…
                </Button>
              }
            >
              Permanently deletes the status page, incidents, components, and subscribers for all
              members.
            </DangerousAction>
          )}
        </ul>
      </Card>

      {isAllowed(role, "transferOrganization") && (
        <Dialog
          open={transferring.isOpen}
          onClose={transferring.close}
          title="Transfer ownership"
          description="Other owners keep their role. Only an owner can make you an owner again."
        >
          <TransferForm others={others} onDone={transferring.close} />
        </Dialog>
      )}
      <Confirm
        open={leaving.isOpen}
        onClose={leaving.close}
        title={named`Leave ${name}?`}
        confirmationText={orgID}
        action="Leave"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/members/{userID}", {
            params: { userID: me?.id ?? "" },
          });
          leaveTo("/dashboard");
          return "leaving";
        }}
      >
        <p>
          You lose access immediately. Invitation links that you created stop working, and API
          tokens that you created are revoked.
        </p>
      </Confirm>
      {isAllowed(role, "deleteOrganization") && (
        <Confirm
          open={deleting.isOpen}
          onClose={deleting.close}
          title={named`Delete ${name}?`}
          confirmationText={orgID}
          action="Delete organization"
          onConfirm={async () => {
            await call("DELETE /v1/organizations/{orgID}");
            leaveTo("/dashboard");
            return "leaving";
          }}
        >
          <p>
            Permanently deletes the status page and all incidents, maintenance, components,
            subscribers, API tokens, and the audit log, for all members. The organization’s ID
            becomes available to others. This can’t be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}

type DangerousActionProps = { title: string; button: React.ReactNode; children: React.ReactNode };

function DangerousAction({ title, button, children }: DangerousActionProps) {
  return (
    <li
      className={
        "flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line " +
        "px-4 py-4 last:border-b-0"
      }
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">{title}</h2>
        <p className="text-muted">{children}</p>
      </div>
      {button}
    </li>
  );
}
