import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { MaintenancesScreen } from "@/components/maintenances/maintenances-screen";

export const metadata: Metadata = { title: "Maintenance" };

export default createPage("/dashboard/[orgID]/maintenances", () => <MaintenancesScreen />);
