import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { NewIncidentScreen } from "@/components/incidents/report-form";

export const metadata: Metadata = { title: "Report incident" };

export default createPage("/dashboard/[orgID]/incidents/new", () => <NewIncidentScreen />);
