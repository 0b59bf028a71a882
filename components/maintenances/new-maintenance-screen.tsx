"use client";

import dynamic from "next/dynamic";
import { Card } from "@/components/ui/card";
import { SkeletonForm } from "@/components/ui/skeleton";
import { NewEventScreen } from "@/components/updates/new-event-screen";

const NewMaintenanceForm = dynamic(() => import("./new-maintenance-form"), {
  ssr: false,
  loading: () => (
    <Card className="p-4 sm:p-6">
      <SkeletonForm fields={4} label="Loading form" />
    </Card>
  ),
});

export const NewMaintenanceScreen = () => (
  <NewEventScreen
    title="Schedule maintenance"
    list={{ path: "/maintenances", label: "Maintenance" }}
    activity="Scheduling maintenance"
  >
    <NewMaintenanceForm />
  </NewEventScreen>
);
