import { useRead } from "@/components/data/use-read";
import {
  countShown,
  DeliveryStateBadge,
  shownStates,
} from "@/components/deliveries/delivery-state";
import { useOrganization } from "@/components/organizations/organization-context";
import { SubscriberAddress } from "@/components/subscribers/address";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/relative-time";
import { RouteLink } from "@/components/ui/route-link";
import type { ResponseBody } from "@/lib/http/api-client";
import { CardLink, OverviewCard } from "./overview-card";

export type DeliverySummary = ResponseBody<"GET /v1/organizations/{orgID}/deliveries/summary">;

/** Counting is expensive, so the counts refresh less often than other data. */
const COUNT_EVERY_MS = 15_000;
const FAILURES_SHOWN = 4;

export const useDeliverySummary = () =>
  useRead("GET /v1/organizations/{orgID}/deliveries/summary", {}, { everyMs: COUNT_EVERY_MS });

type RecentDeliveriesProps = {
  summary: ReturnType<typeof useDeliverySummary>;
  canInvite: boolean;
};

export function RecentDeliveries({ summary, canInvite }: RecentDeliveriesProps) {
  const { at, is } = useOrganization();
  const { data: report } = summary;
  const { data: subscribers } = useRead(
    "GET /v1/organizations/{orgID}/subscribers/summary",
    canInvite && is("editor") && report?.total === 0 ? {} : null,
    { everyMs: COUNT_EVERY_MS },
  );
  return (
    <OverviewCard
      title="Deliveries"
      aside={<CardLink path="/deliveries">All deliveries</CardLink>}
      of={summary}
      rows={2}
    >
      {report?.total === 0 && (
        <EmptyState title={subscribers?.total === 0 ? "No subscribers yet" : "No notifications"}>
          {subscribers?.total === 0 ? (
            <>
              Share your status page, or{" "}
              <RouteLink href={at("/subscribers?do=add")} prefetch={false}>
                add subscribers
              </RouteLink>
              .
            </>
          ) : (
            "None were sent in the last 24 hours."
          )}
        </EmptyState>
      )}
      {report && report.total > 0 && (
        <dl className="px-4 py-2">
          <dt className="py-1 text-xs text-muted">In the last 24 hours</dt>
          {shownStates
            .map((state) => ({ state, total: countShown(report, state) }))
            .filter(({ total }) => total > 0)
            .map(({ state, total }) => (
              <dd key={state} className="flex items-center justify-between gap-4 py-1">
                <DeliveryStateBadge state={state} />
                <span className="font-medium tabular-nums">{total.toLocaleString()}</span>
              </dd>
            ))}
        </dl>
      )}
      <FailedDeliveries total={report?.states.dead?.total ?? 0} />
    </OverviewCard>
  );
}

function FailedDeliveries({ total }: { total: number }) {
  const { at } = useOrganization();
  const { data: deliveries } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    total > 0 ? { query: { state: "dead", hours: "24" } } : null,
    { everyMs: COUNT_EVERY_MS },
  );
  if (deliveries === undefined) return null;
  return (
    <div className="border-t border-line">
      <ul>
        {deliveries
          .slice(0, Math.min(total, FAILURES_SHOWN))
          .map(({ id, address, channel, title, history, finished_at, created_at }) => (
            <li key={id} className="border-b border-line px-4 py-2 last:border-b-0">
              <p className="flex items-baseline justify-between gap-4">
                <SubscriberAddress className="font-medium">{address || channel}</SubscriberAddress>
                <span className="shrink-0 text-xs text-muted">
                  <TimeAgo at={finished_at ?? created_at} />
                </span>
              </p>
              <p className="text-xs wrap-anywhere text-muted">
                {history[0]?.error ?? "Failed"}
                {title !== null && (
                  <>
                    {" · "}
                    <bdi>{title}</bdi>
                  </>
                )}
              </p>
            </li>
          ))}
      </ul>
      <p className="border-t border-line px-4 py-2">
        <RouteLink href={at("/deliveries?state=dead&hours=24")} prefetch={false}>
          View failed deliveries
        </RouteLink>
      </p>
    </div>
  );
}
