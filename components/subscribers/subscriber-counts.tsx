import { formatNumber } from "@/components/ui/format-count";
import type { ResponseBody } from "@/lib/http/api-client";
import {
  type SubscriberChannel,
  ChannelIcon,
  channelNames,
  getChannelLabel,
  type SubscriberResponse,
} from "./subscriber-channel";
import {
  subscriberStateOrder,
  SubscriberStateBadge,
  getSubscriberStateLabel,
} from "./subscriber-state";

type Chosen = {
  state?: SubscriberResponse["state"] | undefined;
  channel?: SubscriberChannel | undefined;
};
type Props = {
  summary: ResponseBody<"GET /v1/organizations/{orgID}/subscribers/summary"> | undefined;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
};

export function SubscriberCounts({ summary, chosen, onChoose }: Props) {
  return (
    <div className="mb-6 grid grid-cols-2 gap-2 lg:grid-cols-4">
      {subscriberStateOrder.map((state) => {
        const counted = channelNames
          .map((channel) => ({ channel, count: summary?.channels[channel][state] ?? 0 }))
          .filter(({ count }) => count > 0);
        const total = counted.reduce((sum, { count }) => sum + count, 0);
        const label = `Show ${getSubscriberStateLabel(state).toLowerCase()} subscribers`;
        const isPressed = (channel: SubscriberChannel | undefined) =>
          chosen.state === state && chosen.channel === channel;
        return (
          <div
            key={state}
            className={
              "flex min-w-0 flex-wrap content-start items-center gap-x-2 rounded-lg border " +
              "border-line bg-surface px-3 py-1 lg:flex-col lg:items-start lg:gap-y-2 lg:py-3"
            }
          >
            <span>
              <SubscriberStateBadge state={state} />
            </span>
            <button
              type="button"
              aria-label={summary === undefined ? label : `${label}: ${formatNumber(total)}`}
              aria-pressed={isPressed(undefined)}
              onClick={() => onChoose(isPressed(undefined) ? {} : { state, channel: undefined })}
              className={
                "min-h-7 justify-self-start rounded-sm text-lg font-semibold tabular-nums " +
                "hover:underline aria-pressed:text-accent pointer-coarse:min-h-11"
              }
            >
              {summary === undefined ? (
                <span className="block h-6 w-12 animate-pulse rounded-sm bg-sunken" />
              ) : (
                formatNumber(total)
              )}
            </button>
            {counted.length > 0 && (
              <div className="-ms-1 flex flex-wrap gap-x-2 gap-y-1">
                {counted.map(({ channel, count }) => (
                  <button
                    key={channel}
                    type="button"
                    aria-label={`${getChannelLabel(channel)}: ${formatNumber(count)}`}
                    aria-pressed={isPressed(channel)}
                    onClick={() => onChoose(isPressed(channel) ? {} : { state, channel })}
                    className={
                      "inline-flex items-center gap-1 rounded-sm px-1 text-xs text-muted tabular-nums " +
                      "hover:bg-sunken aria-pressed:font-medium aria-pressed:text-accent " +
                      "pointer-coarse:min-h-11"
                    }
                  >
                    <ChannelIcon channel={channel} /> {formatNumber(count)}
                  </button>
                ))}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
