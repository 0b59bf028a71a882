import { CircleAlert, CirclePause, Clock, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useSubscriberSummary } from "@/components/subscribers/use-has-subscribers";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatDuration, useNow } from "@/components/ui/relative-time";
import { rowLink } from "@/components/ui/row-link";
import { Section } from "@/components/ui/section";
import { Timestamp } from "@/components/ui/timestamp";
import { keepFocus } from "@/components/ui/use-focus-return";
import type { LoadedIncident } from "@/components/updates/use-overall";
import type { DeliverySummary } from "./recent-deliveries";
import { UpdateButton } from "./use-update-panel";

const UPDATE_DUE_MS = 30 * 60_000;
/** Publishing normally takes a few seconds. A delay shorter than this is not reported. */
const LAG_SECONDS = 60;

type NeedsAttentionProps = {
  incidents: readonly LoadedIncident[];
  deliveries: DeliverySummary | undefined;
};

export function NeedsAttention({ incidents, deliveries }: NeedsAttentionProps) {
  const subscribers = useSubscriberSummary();
  const failed = deliveries?.states.dead?.total ?? 0;
  const failing = deliveries?.failing?.total ?? 0;
  const quarantined = Object.values(subscribers?.channels ?? {}).reduce(
    (sum, channel) => sum + channel.quarantined,
    0,
  );
  return (
    <Section title="Needs attention" className="hidden has-[li]:block">
      <Card>
        <ul>
          <PublishingProblems />
          {incidents.map((incident) => (
            <OverdueUpdate key={incident.id} incident={incident} />
          ))}
          {failed > 0 && (
            <Item
              icon={CircleAlert}
              tone="text-invalid"
              link={{ path: "/deliveries?state=dead&hours=24", label: "failed deliveries" }}
            >
              {count(failed, "delivery", "deliveries")} from the last 24 hours failed
            </Item>
          )}
          {failing > 0 && (
            <Item
              icon={CircleAlert}
              link={{
                path: "/deliveries?state=failing&hours=24",
                label: "deliveries being retried",
              }}
            >
              {count(failing, "delivery is", "deliveries are")} failing and will be retried
            </Item>
          )}
          {quarantined > 0 && (
            <Item
              icon={CirclePause}
              link={{ path: "/subscribers?state=quarantined", label: "quarantined subscribers" }}
            >
              {count(quarantined, "subscriber is", "subscribers are")} quarantined after failed
              deliveries
            </Item>
          )}
        </ul>
      </Card>
    </Section>
  );
}

function PublishingProblems() {
  const { data: page } = useRead("GET /v1/organizations/{orgID}/public-page");
  const link = { path: "/settings/domain", label: "publishing status" };
  if (page?.state === "failing" && page.since !== null) {
    return (
      <Item icon={CircleAlert} tone="text-invalid" link={link}>
        <span role="alert">
          Publishing the status page has been failing since <Timestamp at={page.since} />. Visitors
          may see an earlier version.
        </span>
      </Item>
    );
  }
  return page?.stores
    .filter(({ lag_seconds }) => lag_seconds >= LAG_SECONDS)
    .map(({ name, lag_seconds }) => (
      <Item key={name} icon={Clock} link={{ ...link, row: name }}>
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
    <Item icon={Clock} action={is("editor") && <UpdateButton event={incident} />}>
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

const count = (number: number, one: string, other: string): string =>
  `${number.toLocaleString()} ${number === 1 ? one : other}`;

type ItemProps = {
  icon: LucideIcon;
  tone?: string;
  link?: { path: string; label: string; row?: string };
  action?: React.ReactNode;
  children: React.ReactNode;
};

function Item({ icon: Icon, tone = "text-caution", link, action, children }: ItemProps) {
  const { at } = useOrganization();
  return (
    <li
      ref={keepFocus}
      className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1.5 last:border-b-0"
    >
      <Icon className={`size-4 shrink-0 ${tone}`} strokeWidth={2.25} />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {action}
      {link && (
        <Link
          href={at(link.path)}
          prefetch={false}
          {...rowLink(link.row ?? at(link.path))}
          className={buttonClass("secondary")}
        >
          View<span className="sr-only"> {link.label}</span>
        </Link>
      )}
    </li>
  );
}
