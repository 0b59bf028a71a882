import type { Metadata } from "next";
import { cache } from "react";
import { attempt, describe, type Query, show, titleOf } from "@/app/status/answer";
import { IncidentView } from "@/components/status-page/incident-view";
import { getIncidentPage } from "@/lib/status-page/queries";

type Props = { params: Promise<{ orgID: string; incidentID: string }>; searchParams: Query };

const load = cache((orgID: string, incidentID: string) => attempt(() => getIncidentPage(orgID, incidentID, new Date())));

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { orgID, incidentID } = await params;
  return describe(await load(orgID, incidentID), searchParams, ({ organization, incident }, words) => ({
    title: titleOf(incident.title, organization, words),
    description: `${words.incident[incident.status]} · ${words.impact[incident.impact]}`,
  }));
}

export default async function IncidentPage({ params, searchParams }: Props) {
  const { orgID, incidentID } = await params;
  const answer = await load(orgID, incidentID);
  return show({ answer, searchParams, orgID, missing: "notFoundIncident", view: (page, language, base) => <IncidentView page={page} language={language} base={base} /> });
}
