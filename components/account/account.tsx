"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useId } from "react";
import { useRead } from "@/components/data/use-read";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message";
import { PageHeader } from "@/components/ui/page-header";
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
        <Card>
          <Part title="Name" words="Your team sees it beside what you do.">
            <NameForm me={me} etag={etag} reload={refresh} />
          </Part>
          <Part title="Email" words={<>You sign in with <bdi className="wrap-anywhere">{me.email}</bdi>. A link to the new address makes it yours.</>}>
            <EmailForm />
          </Part>
          <Part title="Password" words="A new one ends all your other sessions: whoever is signed in with the old one is out.">
            <PasswordForm email={me.email} />
          </Part>
          <Part title="Delete account" words="You leave all organizations. What you did stays in their audit logs, under your name.">
            <AccountDeletion />
          </Part>
        </Card>
      )}
    </>
  );
}

function Part({ title, words, children }: { title: string; words: React.ReactNode; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-4 border-b border-line p-4 last:border-b-0 sm:p-6 md:grid-cols-[16rem_minmax(0,26rem)]">
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-muted">{words}</p>
      </div>
      {children}
    </section>
  );
}
