"use client";

import dynamic from "next/dynamic";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm } from "@/components/ui/skeleton";
import { SetupSteps } from "./setup-steps";

const NewOrganizationForm = dynamic(() => import("./new-organization-form"), {
  ssr: false,
  loading: () => <SkeletonForm fields={3} label="Loading form" />,
});

export function NewOrganizationScreen({ first = false }: { first?: boolean }) {
  return (
    <div className="mx-auto max-w-xl">
      <SetupSteps current={1} />
      <PageHeader
        title={first ? "Welcome. Create your status page" : "New organization"}
        description="Each organization has one status page, for a company or one of its products."
        {...(!first && { back: { href: "/dashboard", label: "Organizations" } })}
      />
      <Card className="p-4 sm:p-6">
        <NewOrganizationForm />
      </Card>
      {first && (
        <p className="mt-4 text-muted">
          Were you invited? Open the invitation link instead. You don’t need to create an
          organization.
        </p>
      )}
    </div>
  );
}
