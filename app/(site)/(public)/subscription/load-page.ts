import { cache } from "react";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { getSubscriptionTexts } from "@/lib/public/page/subscription-texts";

const findPage = cache(async (token: string) =>
  (await importPageQueries()).findSubscriptionPage(token, new Date()),
);

export async function loadSubscriptionPage(searchParams: Query) {
  const token = await readTokenParam(searchParams);
  const page = await findPage(token);
  return {
    token,
    texts: getSubscriptionTexts(page?.language ?? "en"),
    organization: page?.organization ?? null,
    isExpired: page?.isExpired ?? false,
  };
}
