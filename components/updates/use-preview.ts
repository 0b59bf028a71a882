import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import useSWR from "swr";
import { formatDuration } from "@/components/ui/relative-time";
import {
  type ResponseBody,
  type ApiError,
  call,
  type CallName,
  type CallOptions,
} from "@/lib/http/api-client";

export const DEBOUNCE_MS = 500;

export type PreviewResponse = ResponseBody<"POST /v1/organizations/{orgID}/incidents/preview">;

export function useDebouncedValues<Values extends FieldValues, Read>(
  form: UseFormReturn<Values>,
  read: (values: Values) => Read,
): Read {
  const [debounced, setDebounced] = useState(() => read(form.getValues()));
  useEffect(() => {
    const settle = () =>
      setDebounced((before) => {
        const now = read(form.getValues());
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    // Reads the values once, because a draft may have been restored before this subscription.
    let timer = setTimeout(settle, DEBOUNCE_MS);
    const subscription = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(settle, DEBOUNCE_MS);
    });
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  }, [form, read]);
  return debounced;
}

const once = {
  refreshInterval: 0,
  revalidateOnFocus: false,
  keepPreviousData: true,
};

type PreviewCall = Extract<CallName, `POST ${string}/preview`>;
type PostPreview = (name: PreviewCall, options: object) => Promise<{ data: PreviewResponse }>;

/** Reads a preview from the API whenever `body` changes. A null `body` disables it. */
export function usePreview<Name extends PreviewCall>(
  name: Name,
  params: CallOptions<Name>["params"],
  body: CallOptions<Name>["body"] | null,
): PreviewResponse | undefined {
  const { data } = useSWR<PreviewResponse, ApiError>(
    body === null ? null : ["preview", name, params, body],
    async () => {
      const post = call as unknown as PostPreview;
      return (await post(name, { params, body })).data;
    },
    once,
  );
  return data;
}

const number = new Intl.NumberFormat("en");

export function publishLabel(
  verb: string,
  notify: boolean,
  preview: PreviewResponse | undefined,
): string {
  if (!notify) return `${verb} without notifying`;
  const total = preview?.audience.total ?? 0;
  if (total === 0) return verb;
  return `${verb} and notify ${number.format(total)} ${total === 1 ? "subscriber" : "subscribers"}`;
}

const channelNouns: Record<
  keyof PreviewResponse["audience"]["by_channel"],
  [one: string, many: string]
> = {
  email: ["by email", "by email"],
  webhook: ["webhook", "webhooks"],
  slack: ["in Slack", "in Slack"],
  discord: ["in Discord", "in Discord"],
  teams: ["in Teams", "in Teams"],
};

function describeAudience({ by_channel }: PreviewResponse["audience"]): string {
  return Object.entries(by_channel)
    .filter(([, count]) => count > 0)
    .map(([channel, count]) => {
      const [one, many] = channelNouns[channel as keyof typeof by_channel];
      return `${number.format(count)} ${count === 1 ? one : many}`;
    })
    .join(", ");
}

/** Returns text such as " Sending takes about 6 min." if the API estimates a time, else "". */
const describeEstimate = ({ estimated_seconds: seconds }: PreviewResponse): string =>
  seconds === undefined ? "" : ` Sending takes about ${formatDuration(seconds * 1_000)}.`;

export const hasRecipients = (notify: boolean, preview: PreviewResponse | undefined): boolean =>
  notify && (preview?.audience.total ?? 0) > 0;

export const describeMissingRecipients = (
  notify: boolean,
  preview: PreviewResponse | undefined,
): string => {
  if (!notify) return " No one was notified.";
  return preview?.audience.total === 0 ? " No subscribers to notify." : "";
};

export function describeRecipients(notify: boolean, preview: PreviewResponse | undefined): string {
  if (!notify) return "Published on the status page without notifying anyone.";
  if (preview === undefined) return "Counting subscribers…";
  return preview.audience.total === 0
    ? "No subscribers to notify: published only on the status page."
    : `${describeAudience(preview.audience)}.${describeEstimate(preview)}`;
}
