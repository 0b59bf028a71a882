"use client";

import { useRead } from "@/components/data/use-read";
import {
  countShown,
  DeliveryStateBadge,
  shownStates,
} from "@/components/deliveries/delivery-state";
import { SubscriberAddress } from "@/components/subscribers/address";
import { useOrganization } from "@/components/organizations/organization-context";
import { TimeAgo } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { RouteLink } from "@/components/ui/route-link";
import type { ResponseBody } from "@/lib/http/api-client";
import { LoadingCard } from "@/components/data/loading-card";
import { EmptyState } from "@/components/ui/empty-state";
import { SectionLink } from "./section-link";
import { COUNT_EVERY_MS, useDeliverySummary } from "./use-delivery-summary";

type Delivery = ResponseBody<"GET /v1/organizations/{orgID}/deliveries">[number];

const FAILURES_SHOWN = 4;

export function RecentDeliveries({ canInvite }: { canInvite: boolean }) {
  const { id: orgID, at, is } = useOrganization();
  const { data: report, error } = useDeliverySummary();
  const failed = report?.states.dead?.total ?? 0;
  const { data: dead } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    failed > 0 ? { params: { orgID }, query: { state: "dead" } } : null,
    { everyMs: COUNT_EVERY_MS },
  );
  const { data: subscribers } = useRead(
    "GET /v1/organizations/{orgID}/subscribers/summary",
    canInvite && is("editor") && report?.total === 0 ? { params: { orgID } } : null,
    { everyMs: COUNT_EVERY_MS },
  );
  return (
    <Section
      title="Deliveries"
      aside={<SectionLink href={at("/deliveries")}>All deliveries</SectionLink>}
    >
      <LoadingCard
        error={error}
        isLoaded={report !== undefined}
        skeleton={{ rows: 2, label: "Loading deliveries" }}
      >
        {report?.total === 0 && (
          <EmptyState title={subscribers?.total === 0 ? "No subscribers yet" : "No notifications"}>
            {subscribers?.total === 0 ? (
              <>
                Share your status page so that visitors can subscribe, or{" "}
                <RouteLink href={at("/subscribers?do=add")} prefetch={false}>
                  add subscribers
                </RouteLink>
                .
              </>
            ) : (
              "No notifications were sent in the last 24 hours."
            )}
          </EmptyState>
        )}
        {report && report.total > 0 && <Counts report={report} />}
        {failed > 0 && dead && <Failures deliveries={dead} total={failed} />}
      </LoadingCard>
    </Section>
  );
}

function Counts({ report }: { report: Parameters<typeof countShown>[0] }) {
  return (
    <dl className="px-4 py-2">
      <dt className="py-1 text-xs text-muted">In the last 24 hours</dt>
      {shownStates.map((state) => {
        const total = countShown(report, state);
        if (total === 0) return null;
        return (
          <dd key={state} className="flex items-center justify-between gap-4 py-1">
            <DeliveryStateBadge state={state} />
            <span className="font-medium tabular-nums">{total.toLocaleString()}</span>
          </dd>
        );
      })}
    </dl>
  );
}

function Failures({ deliveries, total }: { deliveries: readonly Delivery[]; total: number }) {
  const { at } = useOrganization();
  return (
    <div className="border-t border-line">
      <ul>
        {deliveries.slice(0, Math.min(total, FAILURES_SHOWN)).map((delivery) => (
          <Failure key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2">
        <RouteLink href={at("/deliveries?state=dead")} prefetch={false}>
          View all failed deliveries
        </RouteLink>
      </p>
    </div>
  );
}

function Failure({
  delivery: { address, channel, title, history, finished_at, created_at },
}: {
  delivery: Delivery;
}) {
  return (
    <li className="border-b border-line px-4 py-2 last:border-b-0">
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
  );
}
