import type { Metadata } from "next";
import Link from "next/link";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { findCurrentUser, addNextParam } from "@/app/current-user";
import { getContinueLink, InvalidLink } from "@/components/auth/invalid-link";
import { SwitchAccountForm } from "@/components/auth/switch-account-form";
import { AcceptInvitationForm } from "@/components/invitations/accept-invitation-form";
import { InvitationCard } from "@/components/invitations/invitation-card";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = { title: "Invitation" };

export default async function InvitationPage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findInvitationByToken } = await importPageQueries();
  const [offer, user] = [await findInvitationByToken(token), await findCurrentUser()];
  if (offer === null)
    return (
      <InvalidLink title="This invitation isn’t valid" continueLink={getContinueLink(user)}>
        The invitation was already accepted or revoked, is older than 7 days, or the link is
        incomplete. Ask for a new invitation.
      </InvalidLink>
    );
  const invitationPath = `/invitation?token=${token}`;
  const isFor = ({ email }: { email: string }) => offer.email === null || offer.email === email;
  return (
    <InvitationCard offer={offer}>
      {user === null && (
        <div className="grid gap-2">
          <p className="mb-2">
            {offer.email === null
              ? "Sign in or create an account to accept this invitation."
              : "Sign in or create an account with the email address this invitation was sent to."}
          </p>
          <Link href={addNextParam("/register", invitationPath)} className={buttonClass()}>
            Create an account
          </Link>
          <Link href={addNextParam("/login", invitationPath)} className={buttonClass("secondary")}>
            Sign in
          </Link>
        </div>
      )}
      {user !== null && isFor(user) && (
        <>
          <AcceptInvitationForm token={token} />
          <p className="my-4 wrap-anywhere text-muted">
            You are signed in as <bdi>{user.email}</bdi>.
            {offer.email === null &&
              " If you accept, you join with this account. The link works only once."}
          </p>
          {offer.email === null && <SwitchAccountForm />}
        </>
      )}
      {user !== null && !isFor(user) && (
        <>
          <p className="mb-4 wrap-anywhere">
            You are signed in as <bdi className="font-medium">{user.email}</bdi>, but the invitation
            was sent to a different email address.
          </p>
          <SwitchAccountForm />
        </>
      )}
    </InvitationCard>
  );
}
