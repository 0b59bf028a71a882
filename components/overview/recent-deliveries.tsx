"use client";

import { useRead } from "@/components/data/use-read";
import {
  countShown,
  DeliveryStateBadge,
  shownStates,
} from "@/components/deliveries/delivery-state";
import { useOrganization } from "@/components/organizations/organization-context";
import { Section } from "@/components/ui/section";
import { RouteLink } from "@/components/ui/route-link";
import { LoadingCard } from "@/components/data/loading-card";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { EmptyState } from "@/components/ui/empty-state";
import { SectionLink } from "./section-link";
import { COUNT_EVERY_MS, useDeliverySummary } from "./use-delivery-summary";

const FailedDeliveries = createLazyComponent(
  async () => (await import("./failed-deliveries")).FailedDeliveries,
);

export function RecentDeliveries({ canInvite }: { canInvite: boolean }) {
  const { id: orgID, at, is } = useOrganization();
  const { data: report, error } = useDeliverySummary();
  const failed = report?.states.dead?.total ?? 0;
  const { data: dead } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    failed > 0 ? { params: { orgID }, query: { state: "dead", hours: "24" } } : null,
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
      <LoadingCard of={{ data: report, error }} rows={2} label="Loading deliveries">
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
        {report && report.total > 0 && <Counts report={report} />}
        {failed > 0 && dead && <FailedDeliveries open deliveries={dead} total={failed} />}
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
