import { useRead } from "@/components/data/use-read";
import {
  countShown,
  DeliveryStateBadge,
  shownStates,
} from "@/components/deliveries/delivery-state";
import { useOrganization } from "@/components/organizations/organization-context";
import { EmptyState } from "@/components/ui/empty-state";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { RouteLink } from "@/components/ui/route-link";
import type { ResponseBody } from "@/lib/http/api-client";
import { CardLink, OverviewCard } from "./overview-card";

export type DeliverySummary = ResponseBody<"GET /v1/organizations/{orgID}/deliveries/summary">;

/** Counting is expensive, so the counts refresh less often than other data. */
const COUNT_EVERY_MS = 15_000;

const FailedDeliveries = createLazyComponent(
  async () => (await import("./failed-deliveries")).FailedDeliveries,
);

export const useDeliverySummary = () =>
  useRead("GET /v1/organizations/{orgID}/deliveries/summary", {}, { everyMs: COUNT_EVERY_MS });

type RecentDeliveriesProps = {
  summary: ReturnType<typeof useDeliverySummary>;
  canInvite: boolean;
};

export function RecentDeliveries({ summary, canInvite }: RecentDeliveriesProps) {
  const { at, is } = useOrganization();
  const { data: report } = summary;
  const failed = report?.states.dead?.total ?? 0;
  const { data: dead } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    failed > 0 ? { query: { state: "dead", hours: "24" } } : null,
    { everyMs: COUNT_EVERY_MS },
  );
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
      {failed > 0 && dead && <FailedDeliveries open deliveries={dead} total={failed} />}
    </OverviewCard>
  );
}
