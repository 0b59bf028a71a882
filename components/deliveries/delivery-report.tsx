import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { readAllPages, useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import {
  formatDuration,
  TimeAgo,
  SendingCountdown,
  TimeUntil,
  useNow,
} from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadError } from "@/components/data/load-error";
import { ScrollArea } from "@/components/ui/scroll-area";
import { SkeletonRows } from "@/components/ui/skeleton";
import { RouteLink } from "@/components/ui/route-link";
import { getEventPath, getUpdatesParams } from "@/components/updates/update-calls";
import type { ResponseBody } from "@/lib/http/api-client";
import { MAX_BULK_IDS } from "@/lib/subscribers/values";
import type { Subject } from "@/lib/updates/values";
import { countShown, type ShownState, shownStates, getDeliveryStateLabel } from "./delivery-state";
import { SendAgain } from "./send-again";
import { getRedeliverLabel, useRedeliver } from "./use-redeliver";

type Delivery = ResponseBody<"GET /v1/organizations/{orgID}/deliveries">[number];

const channels: Record<Delivery["channel"], string> = {
  email: "Email",
  webhook: "Webhook",
  slack: "Slack",
  discord: "Discord",
  teams: "Teams",
};

/** After this time, an event without deliveries is shown as having no recipients. */
const FAN_OUT_TIMEOUT_MS = 15_000;
/** A list with at most this many deliveries is shown expanded. */
const MAX_EXPANDED_DELIVERIES = 5;

export function DeliveryReportPanel({
  of,
  notifiedAt,
}: {
  of: Subject;
  /** Null if no update was sent to subscribers, and undefined while loading. */
  notifiedAt: string | null | undefined;
}) {
  const { id: orgID, at, is } = useOrganization();
  const now = useNow();
  const isRecent = notifiedAt != null && now - Date.parse(notifiedAt) < FAN_OUT_TIMEOUT_MS;
  const { data: report, error } = useRead(
    `GET ${getEventPath(of.kind)}/deliveries`,
    { params: getUpdatesParams(orgID, of) },
    {
      isChanging: (latest) => countShown(latest, "pending") > 0 || (latest.total === 0 && isRecent),
    },
  );
  const hasSubscribers = useHasSubscribers();
  if (error) return <LoadError error={error} />;
  if (report === undefined || notifiedAt === undefined)
    return (
      <Card>
        <SkeletonRows rows={2} label="Loading deliveries" />
      </Card>
    );
  const sending = report.sending_at !== undefined && hasSubscribers !== false && (
    <SendingCountdown key={report.sending_at} until={Date.parse(report.sending_at)} />
  );
  if (report.total === 0 && (sending || isRecent) && hasSubscribers !== false) {
    return (
      <Card>
        {hasSubscribers === undefined ? (
          <SkeletonRows rows={2} label="Loading deliveries" />
        ) : (
          <EmptyState title={sending || "Sending notifications"}>
            Results will appear here shortly.
          </EmptyState>
        )}
      </Card>
    );
  }
  if (report.total === 0) {
    return (
      <Card>
        <EmptyState title="No notifications sent">
          {hasSubscribers === false
            ? "There are no subscribers yet."
            : notifiedAt === null
              ? `The ${of.kind} was published without notifying subscribers.`
              : `No one was subscribed to this ${of.kind} when the update was posted.`}{" "}
          {is("editor") && (hasSubscribers === false || notifiedAt !== null) && (
            <RouteLink href={at("/subscribers?do=add")} prefetch={false}>
              Add subscriber
            </RouteLink>
          )}
        </EmptyState>
      </Card>
    );
  }

  const count = (state: ShownState, channel?: Delivery["channel"]) =>
    countShown(report, state, channel);
  const states = shownStates.filter((state) => count(state) > 0);
  const shownChannels = (Object.keys(channels) as Delivery["channel"][]).filter((channel) =>
    states.some((state) => count(state, channel) > 0),
  );
  return (
    <Card>
      {sending && (
        <p className="border-b border-line px-4 py-2 text-muted">Latest update: {sending}</p>
      )}
      {report.estimated_seconds !== undefined && (
        <p className="border-b border-line px-4 py-2 text-muted">
          Sending takes about {formatDuration(report.estimated_seconds * 1_000)}.
        </p>
      )}
      <ScrollArea label="Deliveries by channel">
        <table className="w-full border-collapse tabular-nums">
          <caption className="sr-only">Deliveries by channel and state</caption>
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-start font-medium">
                Channel
              </th>
              {states.map((state) => (
                <th key={state} scope="col" className="px-3 py-2 text-end font-medium">
                  {getDeliveryStateLabel(state)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownChannels.map((channel) => (
              <tr key={channel} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-4 py-2 text-start font-normal">
                  {channels[channel]}
                </th>
                {states.map((state) => (
                  <td
                    key={state}
                    className={
                      "px-3 py-2 text-end " +
                      `${state === "dead" && count(state, channel) > 0 ? "font-medium text-critical" : ""}`
                    }
                  >
                    {count(state, channel).toLocaleString("en")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {count("failing") > 0 && <Failed of={of} state="failing" />}
      {is("editor") && count("dead") > 1 && <SendAllAgain of={of} />}
      {count("dead") > 0 && <Failed of={of} state="dead" />}
    </Card>
  );
}

/** Sends all failed deliveries again. */
function SendAllAgain({ of }: { of: Subject }) {
  const { id: orgID } = useOrganization();
  const [isConfirming, setIsConfirming] = useState(false);
  const listIds = async () => {
    const failed = await readAllPages("GET /v1/organizations/{orgID}/deliveries", {
      params: { orgID },
      query: { state: "dead", [of.kind]: of.id, limit: String(MAX_BULK_IDS) },
    });
    return failed.map(({ id }) => id);
  };
  return (
    <div className="border-t border-line px-4 py-2">
      <Button variant="secondary" onClick={() => setIsConfirming(true)}>
        <RotateCw className="size-4" /> Send all failed messages again
      </Button>
      <SendAgain
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        amount="all failed messages"
        listIds={listIds}
      />
    </div>
  );
}

function Failed({ of, state }: { of: Subject; state: "dead" | "failing" }) {
  const { items, error, more, loadingMore } = useReadPages(
    "GET /v1/organizations/{orgID}/deliveries",
    { query: { state, [of.kind]: of.id } },
  );
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  return (
    <details
      className="border-t border-line"
      open={isOpen ?? (items !== undefined && items.length <= MAX_EXPANDED_DELIVERIES)}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="rounded-sm px-4 py-2 font-medium pointer-coarse:py-3">
        {state === "dead" ? "Failed deliveries" : "Deliveries being retried"}
      </summary>
      <LoadError error={error} />
      {items === undefined && !error && <SkeletonRows rows={2} label="Loading deliveries" />}
      <ul>
        {items?.map((delivery) => (
          <FailedRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {more !== null && (
        <Button variant="quiet" busy={loadingMore} onClick={more} className="w-full">
          {loadingMore ? "Loading…" : "Show more"}
        </Button>
      )}
    </details>
  );
}

function FailedRow({ delivery }: { delivery: Delivery }) {
  const { channel, address, subscriber_id, attempts, finished_at, next_attempt_at, history } =
    delivery;
  const { at, is } = useOrganization();
  const { busy, redeliver } = useRedeliver();
  const label = getRedeliverLabel(delivery, useNow());
  return (
    <li
      tabIndex={-1}
      data-focus-fallback
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line px-4 py-2"
    >
      <div className="min-w-0 flex-1 basis-40 text-xs text-muted">
        <Link
          href={at(`/subscribers/${subscriber_id}`)}
          prefetch={false}
          className="rounded-sm font-medium wrap-anywhere text-ink hover:underline"
        >
          <bdi>{address}</bdi>
        </Link>
        <p className="wrap-anywhere">
          {channels[channel]}: {history[0]?.error ?? "Failed."}
        </p>
        <p>
          {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
          {finished_at !== null && (
            <>
              {", failed "}
              <TimeAgo at={finished_at} />
            </>
          )}
          {next_attempt_at !== null && (
            <>
              , next attempt <TimeUntil at={next_attempt_at} />
            </>
          )}
        </p>
      </div>
      {is("editor") && label !== null && (
        <Button variant="secondary" busy={busy} onClick={() => void redeliver(delivery)}>
          <RotateCw className="size-4" /> {label}
          <span className="sr-only"> to {address}</span>
        </Button>
      )}
    </li>
  );
}
