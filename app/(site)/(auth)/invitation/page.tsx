import type { Metadata } from "next";
import Link from "next/link";
import { type Query, tokenOf } from "@/app/token-of";
import { findVisitor, thenTo } from "@/app/visitor";
import { SwitchAccountForm } from "@/components/auth/switch-account-form";
import { AcceptInvitationForm } from "@/components/invitations/accept-invitation-form";
import { InvitationCard } from "@/components/invitations/invitation-card";
import { buttonClass } from "@/components/ui/button";
import { findOffer } from "@/lib/organizations/queries";

export const metadata: Metadata = { title: "Invitation" };

export default async function InvitationPage({ searchParams }: { searchParams: Query }) {
  const token = await tokenOf(searchParams);
  const [offer, visitor] = [await findOffer(token), await findVisitor()];
  if (offer === null) return <Over signedIn={visitor !== null} />;
  const here = `/invitation?token=${token}`;
  const isFor = ({ email }: { email: string }) => offer.email === null || offer.email === email;
  return (
    <InvitationCard offer={offer}>
      {visitor === null && (
        <div className="grid gap-2">
          <p className="mb-2">
            {offer.email === null ? "Go on with an account, and you come back here to accept it." : "Go on with the address that the invitation was sent to, and you come back here to accept it."}
          </p>
          <Link href={thenTo("/register", here)} className={buttonClass()}>
            Create an account
          </Link>
          <Link href={thenTo("/login", here)} className={buttonClass("secondary")}>
            Sign in
          </Link>
        </div>
      )}
      {visitor !== null && isFor(visitor) && (
        <>
          <AcceptInvitationForm token={token} />
          <p className="my-4 wrap-anywhere text-muted">
            You are signed in as <bdi>{visitor.email}</bdi>.{offer.email === null && " Whoever has this link can accept it, once: it makes this account a member."}
          </p>
          {offer.email === null && <SwitchAccountForm />}
        </>
      )}
      {visitor !== null && !isFor(visitor) && (
        <>
          <p className="mb-4 wrap-anywhere">
            You are signed in as <bdi className="font-medium">{visitor.email}</bdi>, but the invitation was sent to another address.
          </p>
          <SwitchAccountForm />
        </>
      )}
    </InvitationCard>
  );
}

function Over({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">This invitation does not work</h1>
      <p className="mb-6 text-muted">It was accepted or withdrawn, it is older than 7 days, or its address is not complete. Whoever invited you can do so again.</p>
      <Link href={signedIn ? "/dashboard" : "/login"} className={`${buttonClass("secondary")} w-full`}>
        {signedIn ? "My organizations" : "Sign in"}
      </Link>
    </>
  );
}
