import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { NewMaintenanceScreen } from "@/components/maintenances/new-maintenance-form";

export const metadata: Metadata = { title: "Schedule maintenance" };

export default createPage("/dashboard/[orgID]/maintenances/new", () => <NewMaintenanceScreen />);
