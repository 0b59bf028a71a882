"use client";

import dynamic from "next/dynamic";
import { NewEventScreen, NewEventSkeleton } from "@/components/updates/new-event-screen";

const NewMaintenanceForm = dynamic(() => import("./new-maintenance-form"), {
  ssr: false,
  loading: NewEventSkeleton,
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
