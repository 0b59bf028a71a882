import type { Metadata } from "next";
import { cache } from "react";
import { attempt, describe, type Query, show, titleOf } from "@/app/status/answer";
import { statusIcon } from "@/app/status/status-icon";
import { StatusPageView } from "@/components/status-page/status-page-view";
import { getStatusPage } from "@/lib/status-page/queries";

type Props = { params: Promise<{ orgID: string }>; searchParams: Query };

const load = cache((orgID: string) => attempt(() => getStatusPage(orgID, new Date())));

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  return describe(await load((await params).orgID), searchParams, ({ organization, overall }, words) => ({
    title: titleOf(words.overall[overall.sentence], organization, words),
    description: organization.about || words.overall[overall.sentence],
    icons: { icon: statusIcon(overall.indicator) },
  }));
}

export default async function StatusPage({ params, searchParams }: Props) {
  const { orgID } = await params;
  const answer = await load(orgID);
  return show({ answer, searchParams, orgID, missing: "notFoundPage", view: (page, language, base) => <StatusPageView page={page} language={language} base={base} /> });
}
