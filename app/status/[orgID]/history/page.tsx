import type { Metadata } from "next";
import { cache } from "react";
import { attempt, describe, lastOf, languageOf, type Query, show, titleOf } from "@/app/status/answer";
import { HistoryView } from "@/components/status-page/history-view";
import { getHistoryPage } from "@/lib/status-page/queries";
import { speak } from "@/lib/status-page/words";

type Props = { params: Promise<{ orgID: string }>; searchParams: Query };

const load = cache((orgID: string, month: string | undefined) => attempt(() => getHistoryPage(orgID, month, new Date())));
const find = async ({ params, searchParams }: Props) => load((await params).orgID, lastOf((await searchParams).month));

export async function generateMetadata(props: Props): Promise<Metadata> {
  const answer = await find(props);
  const language = await languageOf(answer, props.searchParams);
  return describe(answer, props.searchParams, ({ organization, month }, words) => ({
    title: titleOf(`${words.historyOf}: ${speak(language, organization.time_zone).monthName(month)}`, organization, words),
    description: words.history,
  }));
}

export default async function History(props: Props) {
  const answer = await find(props);
  const { orgID } = await props.params;
  return show({ answer, searchParams: props.searchParams, orgID, missing: "notFoundMonth", view: (page, language, base) => <HistoryView page={page} language={language} base={base} /> });
}
