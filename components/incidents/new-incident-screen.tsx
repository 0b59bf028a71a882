"use client";

import { NewEventScreen } from "@/components/updates/new-event-screen";
import { ReportForm } from "./report-form";

export const NewIncidentScreen = () => (
  <NewEventScreen
    title="Report incident"
    list={{ path: "/incidents", label: "Incidents" }}
    activity="Reporting incidents"
  >
    <ReportForm />
  </NewEventScreen>
);
