import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { IncidentsScreen } from "@/components/incidents/incidents-screen";

export const metadata: Metadata = { title: "Incidents" };

export default createPage("/dashboard/[orgID]/incidents", () => <IncidentsScreen />);
