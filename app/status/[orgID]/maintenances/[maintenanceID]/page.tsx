import type { Metadata } from "next";
import { cache } from "react";
import { attempt, describe, type Query, show, titleOf } from "@/app/status/answer";
import { MaintenanceView } from "@/components/status-page/maintenance-view";
import { getMaintenancePage } from "@/lib/status-page/queries";

type Props = { params: Promise<{ orgID: string; maintenanceID: string }>; searchParams: Query };

const load = cache((orgID: string, maintenanceID: string) => attempt(() => getMaintenancePage(orgID, maintenanceID, new Date())));

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { orgID, maintenanceID } = await params;
  return describe(await load(orgID, maintenanceID), searchParams, ({ organization, maintenance }, words) => ({
    title: titleOf(maintenance.title, organization, words),
    description: `${words.maintenanceLabel} · ${words.maintenance[maintenance.status]}`,
  }));
}

export default async function MaintenancePage({ params, searchParams }: Props) {
  const { orgID, maintenanceID } = await params;
  const answer = await load(orgID, maintenanceID);
  return show({ answer, searchParams, orgID, missing: "notFoundMaintenance", view: (page, language, base) => <MaintenanceView page={page} language={language} base={base} /> });
}
