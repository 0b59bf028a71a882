"use client";

import dynamic from "next/dynamic";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { SetupSteps } from "./setup-steps";

const NewOrganizationForm = dynamic(() => import("./new-organization-form"), { ssr: false, loading: () => <SkeletonRows rows={3} label="Loading the form" /> });

/** The first of three steps to a public page. `first` is for who belongs to no organization yet. */
export function NewOrganization({ first = false }: { first?: boolean }) {
  return (
    <div className="mx-auto max-w-xl">
      <SetupSteps current={1} />
      <PageHeader
        title={first ? "Welcome. What is your page about?" : "New organization"}
        description="One for each status page: for a company, or for each of its products."
        {...(!first && { back: { href: "/dashboard", label: "Organizations" } })}
      />
      <Card className="p-4 sm:p-6">
        <NewOrganizationForm />
      </Card>
      {first && <p className="mt-4 text-muted">Somebody invited you? Open the link of the invitation: there is nothing to create here then.</p>}
    </div>
  );
}
