import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { MaintenanceScreen } from "@/components/maintenances/maintenance-screen";

export const metadata: Metadata = { title: "Maintenance" };

export default createPage(
  "/dashboard/[orgID]/maintenances/[maintenanceID]",
  ({ maintenanceID }) => <MaintenanceScreen key={maintenanceID} maintenanceID={maintenanceID} />,
);
