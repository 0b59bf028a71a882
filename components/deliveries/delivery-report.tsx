"use client";

import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Ago, useNow } from "@/components/ui/elapsed";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { type Answer } from "@/lib/http/client";
import { useRedeliver } from "./use-redeliver";

type Delivery = Answer<"GET /v1/organizations/{orgID}/deliveries">[number];

const states: Record<Delivery["state"], string> = { delivered: "Delivered", pending: "On the way", held: "Held", dead: "Failed", cancelled: "Cancelled" };
const channels: Record<Delivery["channel"], string> = { email: "Email", webhook: "Webhook", slack: "Slack", discord: "Discord", teams: "Teams" };
const keys = <Key extends string>(of: Record<Key, unknown>) => Object.keys(of) as Key[];

/** Until its deliveries are made: nothing is told before, and none for longer than this means that there is nobody. */
const TELLING_MS = 15_000;

/** What is reported on: as the filter of deliveries names it. */
type Subject = { incident: string } | { maintenance: string };

/** Who was told of an incident or a maintenance, and who was not. */
export function DeliveryReport({ of, told }: { of: Subject; /** When subscribers were last to be told of it. */ told: string | undefined }) {
  const { id: orgID, at, is } = useOrganization();
  const ofIncident = useRead("GET /v1/organizations/{orgID}/incidents/{incidentID}/deliveries", "incident" in of ? { params: { orgID, incidentID: of.incident } } : null);
  const ofMaintenance = useRead("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/deliveries", "maintenance" in of ? { params: { orgID, maintenanceID: of.maintenance } } : null);
  const { data: report, error } = "incident" in of ? ofIncident : ofMaintenance;
  const now = useNow();
  if (error) return <Message>{error.detail}</Message>;
  if (report === undefined) return <Card><SkeletonRows rows={2} label="Loading the deliveries" /></Card>;
  if (report.total === 0 && told !== undefined && now - Date.parse(told) < TELLING_MS) {
    return (
      <Card>
        <EmptyState title="Subscribers are being told">In a moment it stands here how many, and who was not reached.</EmptyState>
      </Card>
    );
  }
  if (report.total === 0) {
    return (
      <Card>
        <EmptyState title="Nobody was sent anything">
          Either it was silent, or nobody had subscribed to it.{" "}
          {is("editor") && (
            <TextLink href={at("/subscribers?do=add")} prefetch={false}>
              Subscribe somebody
            </TextLink>
          )}
        </EmptyState>
      </Card>
    );
  }

  const count = (state: Delivery["state"], channel?: Delivery["channel"]) => (channel === undefined ? report.states[state]?.total : report.states[state]?.channels[channel]) ?? 0;
  const shownStates = keys(states).filter((state) => count(state) > 0);
  const shownChannels = keys(channels).filter((channel) => shownStates.some((state) => count(state, channel) > 0));
  return (
    <Card>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse tabular-nums">
          <caption className="sr-only">Deliveries by channel and state</caption>
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-start font-medium">
                Channel
              </th>
              {shownStates.map((state) => (
                <th key={state} scope="col" className="px-3 py-2 text-end font-medium">
                  {states[state]}
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
                {shownStates.map((state) => (
                  <td key={state} className={`px-3 py-2 text-end ${state === "dead" && count(state, channel) > 0 ? "font-medium text-critical" : ""}`}>
                    {count(state, channel).toLocaleString("en")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count("dead") > 0 && <Failed of={of} />}
    </Card>
  );
}

function Failed({ of }: { of: Subject }) {
  const { id: orgID } = useOrganization();
  const { items, more, loadingMore } = useReadPages("GET /v1/organizations/{orgID}/deliveries", { params: { orgID }, query: { state: "dead", ...of } });
  return (
    <details className="border-t border-line" open={items !== undefined && items.length <= 5 ? true : undefined}>
      <summary className="rounded-sm px-4 py-2 font-medium pointer-coarse:py-3">Failed deliveries</summary>
      {items === undefined && <SkeletonRows rows={2} label="Loading failed deliveries" />}
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
  const { channel, address, subscriber_id, attempts, finished_at, history } = delivery;
  const { at, is } = useOrganization();
  const { busy, redeliver } = useRedeliver();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line px-4 py-2">
      <div className="min-w-0 flex-1 basis-40 text-xs text-muted">
        <Link href={at(`/subscribers/${subscriber_id}`)} prefetch={false} className="rounded-sm font-medium wrap-anywhere text-ink hover:underline">
          <bdi>{address}</bdi>
        </Link>
        <p className="wrap-anywhere">
          {channels[channel]}: {history[0]?.error ?? "it was not answered."}
        </p>
        <p>
          {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
          {finished_at !== null && (
            <>
              {", given up "}
              <Ago at={finished_at} />
            </>
          )}
        </p>
      </div>
      {is("editor") && (
        <Button variant="secondary" busy={busy} onClick={() => void redeliver(delivery)}>
          <RotateCw className="size-4" /> Send again
        </Button>
      )}
    </li>
  );
}
