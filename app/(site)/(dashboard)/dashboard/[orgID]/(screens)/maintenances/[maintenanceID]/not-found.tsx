"use client";

import { useParams } from "next/navigation";
import { MaintenanceScreen } from "@/components/maintenances/maintenance-screen";

/** What is not there: the screen finds out by `/v1`, like anything else, and says where the others are. Only the answer's status differs. */
export default function NoMaintenance() {
  return <MaintenanceScreen maintenanceID={useParams<{ maintenanceID: string }>().maintenanceID} />;
}
