"use client";

import dynamic from "next/dynamic";
import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";

const ReportForm = dynamic(() => import("./report-form"), {
  loading: () => <SkeletonRows rows={6} label="Loading form" />,
});

export function NewIncidentScreen() {
  const { at, is } = useOrganization();
  return (
    <>
      <PageHeader title="Report incident" back={{ href: at("/incidents"), label: "Incidents" }} />
      {is("editor") ? (
        <ReportForm />
      ) : (
        <Card>
          <EmptyState title="You have view-only access">
            Reporting incidents requires the editor role. Ask an owner or admin for access.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
