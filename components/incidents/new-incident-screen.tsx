"use client";

import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { ReportForm } from "./report-form";

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
