"use client";

import dynamic from "next/dynamic";
import { useSignedIn } from "@/components/auth/session";
import { useReadAll } from "@/components/data/use-read";
import { useIntent } from "@/components/shell/use-intent";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { call } from "@/lib/http/client";
import { may } from "@/lib/organizations/rules";
import { useOrganization } from "./organization-context";

const TransferForm = dynamic(() => import("./transfer-form"), { ssr: false, loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

/** The browser is on its way elsewhere: what asked stays as it is until then. */
const leaveFor = (path: string): Promise<never> => {
  window.location.assign(path);
  return new Promise(() => {});
};

/** What cannot be undone, as far as the role allows it. */
export function DangerZone() {
  const { id: orgID, name, role, at } = useOrganization();
  const me = useSignedIn();
  const members = useReadAll("GET /v1/organizations/{orgID}/members", { params: { orgID } });
  const others = members.data?.filter(({ id }) => id !== me?.id);
  const isOnlyOwner = role === "owner" && members.whole && others?.every((member) => member.role !== "owner") === true;
  const transferring = useIntent("transfer", others?.length !== 0);
  const leaving = useIntent("leave", !isOnlyOwner);
  const deleting = useIntent("delete");
  return (
    <>
      <PageHeader title="Danger zone" description="What cannot be undone." />
      <Card>
        <ul>
          {may(role, "transferOrganization") && (
            <Danger
              title="Transfer ownership"
              button={
                <Button variant="secondary" onClick={transferring.begin} disabled={others?.length === 0}>
                  Transfer…
                </Button>
              }
            >
              Another member becomes owner, and you become admin.{" "}
              {others?.length === 0 && (
                <>
                  There is nobody else yet: <TextLink href={at("/settings/team?do=invite")}>invite somebody</TextLink>.
                </>
              )}
            </Danger>
          )}
          <Danger
            title="Leave"
            button={
              <Button variant="secondary" onClick={leaving.begin} disabled={isOnlyOwner}>
                Leave…
              </Button>
            }
          >
            {isOnlyOwner ? "You are the only owner: make somebody else an owner first, or delete the organization." : "You lose access at once. Somebody has to invite you to come back."}
          </Danger>
          {may(role, "deleteOrganization") && (
            <Danger
              title="Delete the organization"
              button={
                <Button variant="danger" onClick={deleting.begin}>
                  Delete…
                </Button>
              }
            >
              The public page, incidents, components and subscribers are gone for good, for everybody.
            </Danger>
          )}
        </ul>
      </Card>

      {may(role, "transferOrganization") && (
        <Dialog open={transferring.open} onClose={transferring.end} title="Transfer ownership" description="Other owners stay owners. Only an owner can give you the role back.">
          <TransferForm others={others} onDone={transferring.end} />
        </Dialog>
      )}
      <Confirm
        open={leaving.open}
        onClose={leaving.end}
        title={<>Leave <bdi>{name}</bdi>?</>}
        typed={orgID}
        action="Leave"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/members/{userID}", { params: { orgID, userID: me?.id ?? "" } });
          return leaveFor("/dashboard");
        }}
      >
        <p>You lose access at once. Links to invitations that you made stop working; API tokens go on.</p>
      </Confirm>
      {may(role, "deleteOrganization") && (
        <Confirm
          open={deleting.open}
          onClose={deleting.end}
          title={<>Delete <bdi>{name}</bdi>?</>}
          typed={orgID}
          action="Delete organization"
          onConfirm={async () => {
            await call("DELETE /v1/organizations/{orgID}", { params: { orgID } });
            return leaveFor("/dashboard");
          }}
        >
          <p>The public page, all incidents, maintenance, components, subscribers, tokens and the audit log are gone for good, for all members. The id can be taken by anybody afterwards.</p>
        </Confirm>
      )}
    </>
  );
}

function Danger({ title, button, children }: { title: string; button: React.ReactNode; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line px-4 py-4 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">{title}</h2>
        <p className="text-muted">{children}</p>
      </div>
      {button}
    </li>
  );
}
