"use client";

import dynamic from "next/dynamic";
import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm } from "@/components/ui/skeleton";

const NewMaintenanceForm = dynamic(() => import("./new-maintenance-form"), {
  ssr: false,
  loading: () => (
    <Card className="p-4 sm:p-6">
      <SkeletonForm fields={4} label="Loading form" />
    </Card>
  ),
});

export function NewMaintenanceScreen() {
  const { at, is } = useOrganization();
  return (
    <>
      <PageHeader
        title="Schedule maintenance"
        back={{ href: at("/maintenances"), label: "Maintenance" }}
      />
      {is("editor") ? (
        <NewMaintenanceForm />
      ) : (
        <Card>
          <EmptyState title="You have view-only access">
            Scheduling maintenance requires the editor role. Ask an owner or admin for access.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
