"use client";

import { useRead } from "@/components/data/use-read";
import { DeliveryState } from "@/components/deliveries/delivery-state";
import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { Ago } from "@/components/ui/elapsed";
import { Message } from "@/components/ui/message";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { Answer } from "@/lib/http/client";
import { SectionLink } from "./section-link";

type Delivery = Answer<"GET /v1/organizations/{orgID}/deliveries">[number];

/** Counting costs the database more than reading: not at every turn. */
const EVERY_MS = 15_000;
const FAILURES_SHOWN = 4;
const states = ["delivered", "pending", "held", "dead", "cancelled"] as const;

/** Who was told in the last day, and who was not, and why. */
export function RecentDeliveries({ invites }: { /** Where nobody has subscribed, whoever may is asked to add somebody. */ invites: boolean }) {
  const { id: orgID, at, is } = useOrganization();
  const { data: report, error } = useRead("GET /v1/organizations/{orgID}/deliveries/summary", { params: { orgID } }, { everyMs: EVERY_MS });
  const failed = report?.states.dead?.total ?? 0;
  const { data: dead } = useRead("GET /v1/organizations/{orgID}/deliveries", failed > 0 ? { params: { orgID }, query: { state: "dead" } } : null, { everyMs: EVERY_MS });
  const { data: subscribers } = useRead("GET /v1/organizations/{orgID}/subscribers/summary", invites && is("editor") && report?.total === 0 ? { params: { orgID } } : null, { everyMs: EVERY_MS });
  return (
    <Section
      title="Deliveries"
      aside={
        <SectionLink href={at("/deliveries")}>
          All deliveries
        </SectionLink>
      }
    >
      <Card>
        {error && <div className="p-4"><Message>{error.detail}</Message></div>}
        {!report && !error && <SkeletonRows rows={2} label="Loading deliveries" />}
        {report?.total === 0 && (
          <p className="px-4 py-3 text-muted">
            {subscribers?.total === 0 ? (
              <>
                Nobody has subscribed yet.{" "}
                <TextLink href={at("/subscribers?do=add")} prefetch={false}>
                  Add subscribers
                </TextLink>
                , or tell your users where the page is: they subscribe there themselves.
              </>
            ) : (
              "Nothing was sent in the last 24 hours."
            )}
          </p>
        )}
        {report && report.total > 0 && (
          <dl className="px-4 py-2">
            <dt className="py-1 text-xs text-muted">In the last 24 hours</dt>
            {states.map((state) => {
              const { total = 0 } = report.states[state] ?? {};
              if (total === 0) return null;
              return (
                <dd key={state} className="flex items-center justify-between gap-4 py-1">
                  <DeliveryState state={state} />
                  <span className="font-medium tabular-nums">{total.toLocaleString()}</span>
                </dd>
              );
            })}
          </dl>
        )}
        {failed > 0 && dead && (
          <div className="border-t border-line">
            <ul>
              {dead.slice(0, Math.min(failed, FAILURES_SHOWN)).map((delivery) => (
                <Failure key={delivery.id} delivery={delivery} />
              ))}
            </ul>
            <p className="border-t border-line px-4 py-2">
              <TextLink href={at("/deliveries?state=dead")} prefetch={false}>
                {failed === 1 ? "The failed delivery" : `All ${failed.toLocaleString()} that failed`}
              </TextLink>
            </p>
          </div>
        )}
      </Card>
    </Section>
  );
}

function Failure({ delivery: { address, channel, title, history, finished_at, created_at } }: { delivery: Delivery }) {
  return (
    <li className="border-b border-line px-4 py-2 last:border-b-0">
      <p className="flex items-baseline justify-between gap-4">
        <bdi className="min-w-0 truncate font-medium">{address || channel}</bdi>
        <span className="shrink-0 text-xs text-muted">
          <Ago at={finished_at ?? created_at} />
        </span>
      </p>
      <p className="text-xs wrap-anywhere text-muted">
        {history[0]?.error ?? "gave up"}
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
