"use client";

import { LoadingCard } from "@/components/data/loading-card";
import { Archive, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { useRead, useReadAll, useReadPages } from "@/components/data/use-read";
import { PublicStatusBadge, getShownStatus } from "./public-status";
import { EventRows } from "@/components/updates/event-row";
import { useOrganization } from "@/components/organizations/organization-context";
import { ResourceNotFound } from "@/components/shell/resource-not-found";
import { describeShortcut, useScreenShortcut } from "@/components/shell/shortcuts";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { EmptyState } from "@/components/ui/empty-state";
import { getListPath } from "@/components/ui/list-path";
import { MoreButton } from "@/components/ui/more-button";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TimeAgo, Duration } from "@/components/ui/relative-time";
import { LoadError } from "@/components/data/load-error";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { ResourceSkeleton, SkeletonTitle } from "@/components/ui/skeleton";
import { formatDay, formatUptime, UptimeChart } from "@/components/uptime/uptime-chart";
import { DailyUptimeTable } from "@/components/uptime/uptime-table";
import { useUptime } from "@/components/uptime/use-uptime";
import type { ComponentResponse } from "@/lib/http/api-client";
import { formatTimeZone } from "@/lib/time/rules";
import { RemoveComponent } from "./remove-component";
import { ManualStatusMenu, useSetStatus } from "./manual-status-menu";
import { NotifySwitch } from "./notify-switch";
import { useRestoreComponent } from "./use-restore-component";
import { useReasons } from "./use-reasons";
import { StatusReasons } from "./status-reasons";

const ComponentForm = dynamic(() => import("./component-form"), { ssr: false });

export function ComponentScreen({ componentID }: { componentID: string }) {
  const { at } = useOrganization();
  const [leaving, setLeaving] = useState(false);
  const {
    data: component,
    error,
    isGone,
    optimistic,
  } = useRead("GET /v1/organizations/{orgID}/components/{componentID}", {
    params: { componentID },
  });
  useDocumentTitle(component?.name ?? null);
  const back = { href: at("/components"), label: "Components" };
  if (error || (isGone && !leaving))
    return <ResourceNotFound noun="component" error={error} back={back} />;
  if (component === undefined)
    return (
      <ResourceSkeleton back={back}>
        <LoadingSections componentID={componentID} />
      </ResourceSkeleton>
    );
  return (
    <Loaded component={component} optimistic={optimistic} onRemoved={() => setLeaving(true)} />
  );
}

/** Shows placeholders while the component loads. Its lists load at the same time. */
const LoadingSections = ({ componentID }: { componentID: string }) => (
  <>
    <output className="sr-only">Loading component</output>
    <div className={`mb-6 w-28 ${useOrganization().is("editor") ? "min-h-21" : ""}`}>
      <SkeletonTitle />
    </div>
    <div className="grid gap-8">
      <Section title="Uptime">
        <Card className="p-4">
          <UptimeChart name="" days={undefined} />
        </Card>
      </Section>
      <RelatedEvents componentID={componentID} />
      <StatusHistory componentID={componentID} />
    </div>
  </>
);

type LoadedProps = {
  component: ComponentResponse;
  optimistic: (changed: ComponentResponse, work: () => Promise<unknown>) => Promise<void>;
  onRemoved: () => void;
};

function Loaded({ component, optimistic, onRemoved }: LoadedProps) {
  const { at, is } = useOrganization();
  const { id, name, description, group_id: groupId, archived_at: archivedAt } = component;
  const router = useRouter();
  const { data: groups } = useRead(
    "GET /v1/organizations/{orgID}/component-groups",
    groupId === null ? null : {},
  );
  const group = groups?.find((each) => each.id === groupId);
  const listed = useMemo(() => [component], [component]);
  const getReasons = useReasons(listed);
  const setStatus = useSetStatus();
  const [notify, setNotify] = useState(false);
  const { tryRestore } = useRestoreComponent();
  const [editing, removing] = [useDialogParam("edit"), useDialogParam("remove")];
  const canWrite = is("editor") && archivedAt === null;
  useScreenShortcut("e", canWrite ? editing.open : null);
  return (
    <>
      <PageHeader
        back={{ href: at("/components"), label: "Components" }}
        title={<bdi>{name}</bdi>}
        description={
          groupId === null && description === "" ? undefined : (
            <>
              {group && (
                <span>
                  In <bdi className="font-medium text-ink">{group.name}</bdi>
                  {description !== "" && " · "}
                </span>
              )}
              <bdi className="wrap-anywhere">{description}</bdi>
            </>
          )
        }
      >
        {canWrite && (
          <>
            <Button variant="secondary" onClick={editing.open} {...describeShortcut("E")}>
              <Pencil className="size-4" /> Edit
            </Button>
            <Button variant="secondary" onClick={removing.open}>
              <Archive className="size-4" /> Remove
            </Button>
          </>
        )}
      </PageHeader>
      {archivedAt !== null && (
        <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2">
          <p>
            Archived <TimeAgo at={archivedAt} />. Hidden from the status page.
          </p>
          {is("editor") && (
            <Button variant="secondary" onClick={() => void tryRestore(component)}>
              Restore
            </Button>
          )}
        </div>
      )}
      <div className="mb-6">
        {canWrite ? (
          <ManualStatusMenu
            component={component}
            describedBy={`why-${id}`}
            onSet={(status) => void setStatus(component, status, optimistic, notify)}
          />
        ) : (
          <PublicStatusBadge status={getShownStatus(component)} />
        )}
        <StatusReasons id={`why-${id}`} component={component} reasons={getReasons(id)} />
        {canWrite && (
          <div className="mt-3">
            <NotifySwitch checked={notify} onChange={setNotify} />
          </div>
        )}
      </div>
      <div className="grid gap-8">
        {archivedAt === null && <UptimeSection component={component} />}
        <RelatedEvents componentID={id} />
        <StatusHistory componentID={id} />
      </div>
      {canWrite && editing.isOpen && <ComponentForm componentID={id} onClose={editing.close} />}
      {canWrite && (
        <RemoveComponent
          component={removing.isOpen ? component : null}
          onClose={removing.close}
          onRemoved={() => {
            onRemoved();
            router.push(getListPath(at("/components")));
          }}
        />
      )}
    </>
  );
}

function UptimeSection({ component }: { component: ComponentResponse }) {
  const { time_zone: timeZone } = useOrganization();
  const listed = useMemo(() => [component], [component]);
  const { ofComponents, error } = useUptime(listed);
  const uptime = ofComponents?.get(component.id);
  const [isTableOpen, setIsTableOpen] = useState(false);
  const { data: incidents } = useReadAll(
    "GET /v1/organizations/{orgID}/incidents",
    isTableOpen ? { query: { component_id: component.id } } : null,
  );
  const byId = useMemo(
    () => new Map(incidents?.map((incident) => [incident.id, incident])),
    [incidents],
  );
  return (
    <Section
      title="Uptime"
      aside={
        uptime && (
          <span className="font-semibold tabular-nums">
            {formatUptime(uptime.percent, uptime.since)}
          </span>
        )
      }
    >
      <Card className="p-4">
        {error ? (
          <LoadError error={error} />
        ) : (
          <UptimeChart name={component.name} days={uptime?.days} isReadable />
        )}
        {uptime && (
          <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-muted">
            <span>{formatDay(uptime.days[0]!.date)}</span>
            <span>Time zone: {formatTimeZone(timeZone)}</span>
            <span>Today</span>
          </p>
        )}
        {uptime?.percent === null && (
          <p className="mt-2 text-muted">Uptime appears after 24 hours of data.</p>
        )}
        {uptime && (
          <details className="mt-3" onToggle={(event) => setIsTableOpen(event.currentTarget.open)}>
            <summary className="w-fit rounded-sm text-muted hover:text-ink pointer-coarse:py-3">
              View as table
            </summary>
            <div className="mt-2">
              {isTableOpen && <DailyUptimeTable days={uptime.days} incidents={byId} />}
            </div>
          </details>
        )}
      </Card>
    </Section>
  );
}

function RelatedEvents({ componentID }: { componentID: string }) {
  const incidents = useReadPages("GET /v1/organizations/{orgID}/incidents", {
    query: { component_id: componentID },
  });
  const maintenances = useRead("GET /v1/organizations/{orgID}/maintenances", {
    query: { component_id: componentID },
  });
  const ahead = maintenances.data
    ?.filter(({ status }) => status !== "completed" && status !== "cancelled")
    .toReversed();
  return (
    <>
      <LoadError error={maintenances.error} />
      {ahead !== undefined && ahead.length > 0 && (
        <Section title="Maintenance">
          <Card>
            <EventRows events={ahead} />
          </Card>
        </Section>
      )}
      <Section title="Incidents">
        <LoadingCard of={incidents} rows={2} label="Loading incidents" shape="text">
          {incidents.items?.length === 0 && (
            <EmptyState title="No incidents yet">
              Incidents that affect this component appear here.
            </EmptyState>
          )}
          <EventRows events={incidents.items} />
        </LoadingCard>
        <MoreButton pages={incidents}>Show older incidents</MoreButton>
      </Section>
    </>
  );
}

function StatusHistory({ componentID }: { componentID: string }) {
  const changes = useReadPages("GET /v1/organizations/{orgID}/components/{componentID}/history", {
    params: { componentID },
  });
  const { items } = changes;
  return (
    <Section title="Status history">
      <LoadingCard of={changes} rows={3} label="Loading history">
        {items !== undefined && (
          <ol>
            {items.map((change, index) => (
              <li
                key={change.at}
                className={
                  "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b " +
                  "border-line px-4 py-2.5 last:border-b-0"
                }
              >
                <PublicStatusBadge status={change.status} />
                <span className="text-xs text-muted tabular-nums">
                  from <Timestamp at={change.at} /> · for{" "}
                  <Duration from={change.at} until={items[index - 1]?.at ?? null} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </LoadingCard>
      <MoreButton pages={changes}>Show earlier changes</MoreButton>
    </Section>
  );
}
