"use client";

import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import useSWR from "swr";
import { type Answer, type ApiError, call, type CallName, type Options } from "@/lib/http/client";

const SETTLED_AFTER_MS = 500;

/** Who will hear of it, what becomes of the components, and the mail. */
export type Preview = Answer<"POST /v1/organizations/{orgID}/incidents/preview">;

/** What a form says once the hand rests: nothing is drawn while it does not. */
export function useSettled<Values extends FieldValues, Read>(form: UseFormReturn<Values>, read: (values: Values) => Read): Read {
  const [settled, setSettled] = useState(() => read(form.getValues()));
  useEffect(() => {
    const settle = () => setSettled((before) => {
      const now = read(form.getValues());
      return JSON.stringify(now) === JSON.stringify(before) ? before : now;
    });
    // A draft may have come back before anybody listened.
    let timer = setTimeout(settle, SETTLED_AFTER_MS);
    const subscription = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  }, [form, read]);
  return settled;
}

const once = { refreshInterval: 0, revalidateOnFocus: false, revalidateOnReconnect: false, keepPreviousData: true, shouldRetryOnError: false };

type PreviewCall = Extract<CallName, `POST ${string}/preview`>;

/** What would come of a write; what would have come of the one before while that is asked for. A null body asks nothing yet. */
export function usePreview<Name extends PreviewCall>(name: Name, params: Options<Name>["params"], body: Options<Name>["body"] | null): Preview | undefined {
  const { data } = useSWR<Preview, ApiError>(
    body === null ? null : ["preview", name, params, body],
    async () => (await (call as unknown as (name: Name, options: object) => Promise<{ data: Preview }>)(name, { params, body })).data,
    once,
  );
  return data;
}

const number = new Intl.NumberFormat("en");

/** "1,204". */
export const inFigures = (count: number): string => number.format(count);

const channelWords: Record<keyof Preview["audience"]["by_channel"], [one: string, many: string]> = {
  email: ["by email", "by email"],
  webhook: ["webhook", "webhooks"],
  slack: ["in Slack", "in Slack"],
  discord: ["in Discord", "in Discord"],
  teams: ["in Teams", "in Teams"],
};

/** "1,200 by email, 4 webhooks". */
export function audienceInWords({ by_channel }: Preview["audience"]): string {
  const parts = Object.entries(by_channel).filter(([, count]) => count > 0);
  return parts.map(([channel, count]) => `${inFigures(count)} ${channelWords[channel as keyof typeof by_channel][count === 1 ? 0 : 1]}`).join(", ");
}

/** What is said of it once it is sent: that subscribers are being told, unless nobody is. */
export const toldInWords = (told: boolean, preview: Preview | undefined): string => (!told ? "" : preview?.audience.total === 0 ? " Nobody has subscribed to it." : " Subscribers are being told.");

/** Who hears of it, for beneath the switch that says whether anybody does. */
export function reachInWords(told: boolean, preview: Preview | undefined): string {
  if (!told) return "It appears on the page, and nobody is sent anything.";
  if (preview === undefined) return "Counting who will hear of it…";
  return preview.audience.total === 0 ? "Nobody has subscribed to this yet: it appears on the page alone." : `${audienceInWords(preview.audience)}.`;
}
