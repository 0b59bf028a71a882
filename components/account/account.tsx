"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useRead } from "@/components/data/use-read";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";

const loading = () => <SkeletonRows rows={2} label="Loading the form" />;
const NameForm = dynamic(() => import("./name-form"), { ssr: false, loading });
const EmailForm = dynamic(() => import("./email-form"), { ssr: false, loading });
const PasswordForm = dynamic(() => import("./password-form"), { ssr: false, loading });
const AccountDeletion = dynamic(() => import("./account-deletion"), { ssr: false, loading });

/** Who is signed in: name, address, password, and the way out for good. */
export function Account() {
  const { data: me, etag, error, refresh } = useRead("GET /v1/me", {});
  return (
    <>
      <PageHeader title="My account" description={me ? <bdi>{me.email}</bdi> : ""} back={{ href: "/dashboard", label: "Organizations" }}>
        <Link href="/account/sessions" className={buttonClass("secondary")}>
          Sessions
        </Link>
      </PageHeader>
      {error && <Message>{error.detail}</Message>}
      {!me && !error && (
        <Card>
          <SkeletonRows rows={4} label="Loading your account" />
        </Card>
      )}
      {me && (
        <div className="grid gap-8">
          <Part title="Name">
            <NameForm me={me} etag={etag} reload={refresh} />
          </Part>
          <Part title="Email">
            <EmailForm email={me.email} />
          </Part>
          <Part title="Password">
            <PasswordForm email={me.email} />
          </Part>
          <Part title="Delete account">
            <AccountDeletion />
          </Part>
        </div>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Section title={title}>
      <Card className="p-4">
        <div className="max-w-md">{children}</div>
      </Card>
    </Section>
  );
}
