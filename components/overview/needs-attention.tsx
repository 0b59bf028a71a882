"use client";

import { CircleAlert, CirclePause, Clock, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { isListedIn } from "@/components/shell/use-dialog-param";
import { useSubscriberSummary } from "@/components/subscribers/use-has-subscribers";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatDuration, useNow } from "@/components/ui/relative-time";
import { rowLink } from "@/components/ui/row-link";
import { Section } from "@/components/ui/section";
import { Timestamp } from "@/components/ui/timestamp";
import { UpdateButton } from "./update-button";
import { useDeliverySummary } from "./use-delivery-summary";
import { type LoadedIncident, useIncidentDetails, useUnresolvedIncidents } from "./use-unresolved";

const UPDATE_DUE_MS = 30 * 60_000;
/** Publishing normally takes a few seconds. A delay shorter than this is not reported. */
const LAG_SECONDS = 60;

export function NeedsAttention({ isLoaded }: { isLoaded: boolean }) {
  const { incidents } = useUnresolvedIncidents();
  const details = useIncidentDetails(incidents);
  if (!isLoaded) return null;
  return (
    <Section title="Needs attention" className="hidden has-[li]:block">
      <Card>
        <ul>
          <StatusPage />
          {details.data
            ?.filter((incident) => isListedIn(incidents)?.(incident.id))
            .map((incident) => (
              <OverdueUpdate key={incident.id} incident={incident} />
            ))}
          <FailingDeliveries />
          <QuarantinedSubscribers />
        </ul>
      </Card>
    </Section>
  );
}

function StatusPage() {
  const { id: orgID, at } = useOrganization();
  const { data: page } = useRead("GET /v1/organizations/{orgID}/public-page", {
    params: { orgID },
  });
  const view = (row?: string) => (
    <ViewLink href={at("/settings/domain")} label="publishing status" row={row} />
  );
  if (page?.state === "failing" && page.since !== null) {
    return (
      <Item icon={CircleAlert} tone="text-invalid" action={view()}>
        <span role="alert">
          Publishing the status page has been failing since <Timestamp at={page.since} />. Visitors
          may see an earlier version, marked as unconfirmed.
        </span>
      </Item>
    );
  }
  return page?.stores
    .filter(({ lag_seconds }) => lag_seconds >= LAG_SECONDS)
    .map(({ name, lag_seconds }) => (
      <Item key={name} icon={Clock} tone="text-caution" action={view(name)}>
        <bdi className="font-medium">{name}</bdi>: the status page is{" "}
        {formatDuration(lag_seconds * 1_000)} out of date
      </Item>
    ));
}

function OverdueUpdate({ incident }: { incident: LoadedIncident }) {
  const { at, is } = useOrganization();
  const { id, title, newestUpdate } = incident;
  const now = useNow();
  const silentMs = newestUpdate === undefined ? 0 : now - Date.parse(newestUpdate.created_at);
  if (silentMs < UPDATE_DUE_MS) return null;
  return (
    <Item
      icon={Clock}
      tone="text-caution"
      action={is("editor") && <UpdateButton event={incident} />}
    >
      <Link
        href={at(`/incidents/${id}`)}
        prefetch={false}
        // The list of incidents has a row for this incident too, so this row needs its own key.
        {...rowLink(`overdue/${id}`)}
        className="line-clamp-2 w-fit rounded-sm font-medium hover:underline sm:line-clamp-1"
      >
        <bdi>{title}</bdi>
      </Link>
      <span className="block text-xs text-muted">No update for {formatDuration(silentMs)}</span>
    </Item>
  );
}

function FailingDeliveries() {
  const { at } = useOrganization();
  const { data: report } = useDeliverySummary();
  const failed = report?.states.dead?.total ?? 0;
  const failing = report?.failing?.total ?? 0;
  return (
    <>
      {failed > 0 && (
        <Item
          icon={CircleAlert}
          tone="text-invalid"
          action={
            <ViewLink href={at("/deliveries?state=dead&hours=24")} label="failed deliveries" />
          }
        >
          {count(failed, "delivery", "deliveries")} failed in the last 24 hours
        </Item>
      )}
      {failing > 0 && (
        <Item
          icon={CircleAlert}
          tone="text-caution"
          action={
            <ViewLink
              href={at("/deliveries?state=failing&hours=24")}
              label="deliveries being retried"
            />
          }
        >
          {count(failing, "delivery is", "deliveries are")} failing and will be retried
        </Item>
      )}
    </>
  );
}

function QuarantinedSubscribers() {
  const { at } = useOrganization();
  const summary = useSubscriberSummary();
  const quarantined = Object.values(summary?.channels ?? {}).reduce(
    (sum, channel) => sum + channel.quarantined,
    0,
  );
  if (quarantined === 0) return null;
  return (
    <Item
      icon={CirclePause}
      tone="text-caution"
      action={
        <ViewLink href={at("/subscribers?state=quarantined")} label="quarantined subscribers" />
      }
    >
      {count(quarantined, "subscriber is", "subscribers are")} quarantined after failed deliveries
    </Item>
  );
}

const count = (number: number, one: string, other: string): string =>
  `${number.toLocaleString()} ${number === 1 ? one : other}`;

type ItemProps = {
  icon: LucideIcon;
  tone: string;
  action: React.ReactNode;
  children: React.ReactNode;
};

function Item({ icon: Icon, tone, action, children }: ItemProps) {
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1.5 last:border-b-0">
      <Icon className={`size-4 shrink-0 ${tone}`} strokeWidth={2.25} />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {action}
    </li>
  );
}

type ViewLinkProps = { href: string; label: string; row?: string | undefined };

function ViewLink({ href, label, row = href }: ViewLinkProps) {
  return (
    <Link href={href} prefetch={false} {...rowLink(row)} className={buttonClass("secondary")}>
      View<span className="sr-only"> {label}</span>
    </Link>
  );
}
