"use client";

import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { Fragment } from "react";
import { LoadingCard } from "@/components/data/loading-card";
import { useReadAll } from "@/components/data/use-read";
import { PendingInvitations } from "@/components/invitations/pending-invitations";
import { useOrganization } from "@/components/organizations/organization-context";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { PersistentDialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonForm } from "@/components/ui/skeleton";
import { roles } from "@/lib/roles";
import { MemberRow } from "./member-row";
import { roleDescriptions } from "./role-choice";

const InvitationForm = dynamic(() => import("@/components/invitations/invitation-form"), {
  ssr: false,
  loading: () => <SkeletonForm fields={4} label="Loading form" />,
});

export function Team() {
  const { is } = useOrganization();
  const inviting = useDialogParam("invite");
  const members = useReadAll("GET /v1/organizations/{orgID}/members");
  const canInvite = is("admin");
  const owners = members.data?.filter(({ role }) => role === "owner").length ?? 0;
  return (
    <>
      <PageHeader title="Team" description="People who manage this status page.">
        {canInvite && (
          <Button onClick={inviting.open}>
            <UserPlus className="size-4" /> Invite
          </Button>
        )}
      </PageHeader>
      <div className="grid gap-8">
        <Section
          title="Members"
          aside={
            members.data &&
            members.isComplete && <span className="text-xs text-muted">{members.data.length}</span>
          }
        >
          <LoadingCard of={members} rows={3} label="Loading members" shape="text">
            <ul>
              {members.data?.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isOnlyOwner={member.role === "owner" && owners === 1 && members.isComplete}
                />
              ))}
            </ul>
          </LoadingCard>
          <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-muted">
            {roles.map((role) => (
              <Fragment key={role}>
                <dt className="font-medium text-ink capitalize">{role}</dt>
                <dd>{roleDescriptions[role]}</dd>
              </Fragment>
            ))}
          </dl>
        </Section>
        {canInvite && <PendingInvitations members={members.data ?? []} onInvite={inviting.open} />}
      </div>
      <PersistentDialog
        open={canInvite && inviting.isOpen}
        onClose={inviting.close}
        title="Invite a member"
        description="New members join with the role you choose. Invitations expire after 7 days."
      >
        {(props) => <InvitationForm {...props} />}
      </PersistentDialog>
    </>
  );
}
