"use client";

import { CalendarDays, List, Plus } from "lucide-react";
import Link from "next/link";
import { useFilters } from "@/components/data/use-filters";
import { useReadPages } from "@/components/data/use-read";
import { useComponentOptions } from "@/components/components/use-component-options";
import { useOrganization } from "@/components/organizations/organization-context";
import { useEventRowShortcut } from "@/components/shell/use-open-screen";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MoreButton } from "@/components/ui/more-button";
import { useNow } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter";
import { LoadError } from "@/components/data/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { LinkButton } from "@/components/ui/route-link";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { EventRows } from "@/components/updates/event-row";
import { updateStatusStyles } from "@/components/updates/update-status";
import { useMaintenances } from "@/components/updates/use-maintenances";
import type { CallOptions, MaintenanceResponse } from "@/lib/http/api-client";
import { hasEnded, maintenanceStatuses } from "@/lib/maintenances/values";
import { toLocalDate } from "@/lib/time/rules";
import { MaintenanceCalendar } from "./maintenance-calendar";
import { NoMaintenance } from "./no-maintenance";

const MAINTENANCES = "GET /v1/organizations/{orgID}/maintenances";

const views = [
  { name: "list", label: "List", Icon: List },
  { name: "calendar", label: "Calendar", Icon: CalendarDays },
] as const;

export function MaintenancesScreen() {
  const { at, is, time_zone: timeZone } = useOrganization();
  const { values, set } = useFilters({ view: ["calendar"], month: null });
  const now = useNow();
  const { view = "list", month: requestedMonth = "" } = values;
  const thisMonth = toLocalDate(new Date(now), timeZone).slice(0, "YYYY-MM".length);
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(requestedMonth) ? requestedMonth : thisMonth;
  return (
    <>
      <PageHeader title="Maintenance">
        <fieldset className="flex rounded-md border border-line p-0.5">
          <legend className="sr-only">View</legend>
          {views.map(({ name, label, Icon }) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => set({ view: name === "list" ? undefined : name })}
              className={
                "inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-muted " +
                "hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium " +
                "aria-pressed:text-ink pointer-coarse:min-h-11"
              }
            >
              <Icon className="size-4 max-sm:hidden" /> {label}
            </button>
          ))}
        </fieldset>
        {is("editor") && (
          <Link href={at("/maintenances/new")} prefetch={false} className={buttonClass()}>
            <Plus className="size-4" /> Schedule maintenance
          </Link>
        )}
      </PageHeader>
      {view === "calendar" ? (
        <MaintenanceCalendar
          month={month}
          today={toLocalDate(new Date(now), timeZone)}
          onMonth={(next) => set({ month: next === thisMonth ? undefined : next })}
        />
      ) : (
        <FilteredList />
      )}
    </>
  );
}

const statusOptions = maintenanceStatuses.map((value) => ({
  value,
  label: updateStatusStyles[value].label,
}));

function FilteredList() {
  useEventRowShortcut("maintenance", "u", "update");
  useEventRowShortcut("maintenance", "e", "reschedule");
  const all = useReadPages(MAINTENANCES);
  const filters = useFilters({ q: null, status: maintenanceStatuses, component: null });
  const { q, status, component } = filters.values;
  const componentOptions = useComponentOptions(component);
  return (
    <>
      {(all.items?.length !== 0 || filters.hasAny) && (
        <FilterBar
          filters={filters}
          search="Search titles"
          selects={[
            { name: "status", label: "Status", options: statusOptions },
            { name: "component", label: "Component", options: componentOptions },
          ]}
        />
      )}
      {filters.hasAny ? (
        <Matches onClear={filters.clear} query={{ q, status, component_id: component }} />
      ) : (
        <Lists />
      )}
    </>
  );
}

type Query = NonNullable<CallOptions<typeof MAINTENANCES>["query"]>;

function Matches({ query, onClear }: { query: Query; onClear: () => void }) {
  const pages = useReadPages(MAINTENANCES, { query });
  const { items, error } = pages;
  if (error) return <LoadError error={error} />;
  if (items === undefined) return <Loading />;
  return (
    <Rows
      title="Matching maintenance"
      maintenances={items}
      empty={
        <EmptyState title="No matching maintenance">
          <LinkButton onClick={onClear}>Show all maintenance</LinkButton>
        </EmptyState>
      }
      pages={pages}
    />
  );
}

const Loading = () => (
  <Card>
    <SkeletonRows rows={5} label="Loading maintenance" shape="text" />
  </Card>
);

function Lists() {
  const { running, upcoming, error: currentError } = useMaintenances();
  const all = useReadPages(MAINTENANCES);
  const past = all.items?.filter(({ status }) => hasEnded(status));
  const error = currentError ?? all.error;
  if (error) return <LoadError error={error} />;
  if (running === undefined || upcoming === undefined || past === undefined) return <Loading />;
  if (running.length + upcoming.length + past.length === 0) {
    return (
      <Card>
        <NoMaintenance title="No maintenance yet">
          Maintenance appears here once an editor schedules it.
        </NoMaintenance>
      </Card>
    );
  }
  return (
    <div className="grid gap-8">
      {running.length > 0 && <Rows title="In progress" maintenances={running} />}
      <Rows
        title="Scheduled"
        maintenances={upcoming}
        empty={
          <NoMaintenance title="No scheduled maintenance">
            Maintenance appears here once an editor schedules it.
          </NoMaintenance>
        }
      />
      <Rows
        title="Past"
        maintenances={past}
        empty={
          all.more === null ? (
            <EmptyState title="No past maintenance">
              Maintenance appears here after it ends.
            </EmptyState>
          ) : (
            <p className="px-4 py-3 text-muted">Show more to load past maintenance.</p>
          )
        }
        pages={all}
      />
    </div>
  );
}

type RowsProps = {
  title: string;
  maintenances: readonly MaintenanceResponse[];
  empty?: React.ReactNode;
  pages?: React.ComponentProps<typeof MoreButton>["pages"];
};

const Rows = ({ title, maintenances, empty, pages }: RowsProps) => (
  <Section title={title}>
    <Card>
      {maintenances.length === 0 && empty}
      <EventRows events={maintenances} />
    </Card>
    {pages && <MoreButton pages={pages}>Show more</MoreButton>}
  </Section>
);
