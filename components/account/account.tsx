"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useId } from "react";
import { useRead } from "@/components/data/use-read";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LoadError } from "@/components/data/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm, SkeletonRows } from "@/components/ui/skeleton";

const loading = () => <SkeletonForm fields={2} label="Loading form" />;
const NameForm = dynamic(() => import("./name-form"), { ssr: false, loading });
const EmailVerification = dynamic(() => import("./verification-status"), { ssr: false });
const EmailForm = dynamic(() => import("./email-form"), { ssr: false, loading });
const PasswordForm = dynamic(() => import("./password-form"), { ssr: false, loading });
const AccountDeletion = dynamic(() => import("./account-deletion"), { ssr: false, loading });

export function Account() {
  const { record, error } = useRead("GET /v1/me", {});
  const me = record?.data;
  return (
    <>
      <PageHeader
        title="My account"
        description={me ? <bdi>{me.email}</bdi> : ""}
        back={{ href: "/dashboard", label: "Organizations" }}
      >
        <Link href="/account/activity" className={buttonClass("secondary")}>
          Activity
        </Link>
        <Link href="/account/sessions" className={buttonClass("secondary")}>
          Sessions
        </Link>
      </PageHeader>
      <LoadError error={error} />
      {!me && !error && (
        <Card>
          <SkeletonRows rows={4} label="Loading your account" />
        </Card>
      )}
      {record && me && (
        <Card>
          <AccountSection title="Name" description="Shown to your team next to your actions.">
            <NameForm record={record} />
          </AccountSection>
          <AccountSection
            title="Email"
            description={
              <>
                You sign in with <bdi className="wrap-anywhere">{me.email}</bdi>. To change it,
                enter a new address and open the link we send there.
              </>
            }
          >
            <div className="grid gap-6">
              <EmailVerification />
              <EmailForm />
            </div>
          </AccountSection>
          <AccountSection
            title="Password"
            description="Changing your password signs you out of all other sessions."
          >
            <PasswordForm email={me.email} />
          </AccountSection>
          <AccountSection
            title="Delete account"
            description="You leave all organizations. Your past actions stay in their audit logs under your name."
          >
            <AccountDeletion />
          </AccountSection>
        </Card>
      )}
    </>
  );
}

type AccountSectionProps = {
  title: string;
  description: React.ReactNode;
  children: React.ReactNode;
};

function AccountSection({ title, description, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={
        "grid gap-x-8 gap-y-4 border-b border-line p-4 last:border-b-0 sm:p-6 " +
        "md:grid-cols-[16rem_minmax(0,26rem)]"
      }
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      {children}
    </section>
  );
}
