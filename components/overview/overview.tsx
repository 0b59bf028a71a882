"use client";

import { Megaphone } from "lucide-react";
import { ReportLink } from "@/components/incidents/report-link";
import { useOrganization } from "@/components/organizations/organization-context";
import { useRowShortcut } from "@/components/shell/use-open-screen";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { PageHeader } from "@/components/ui/page-header";
import { useOverallStatus } from "@/components/updates/use-overall";
import { ComponentHealth } from "./component-health";
import { CurrentMaintenance, UnresolvedIncidents } from "./event-cards";
import { NeedsAttention } from "./needs-attention";
import { CurrentPublicStatus, type Sentences } from "./current-public-status";
import { RecentActivity } from "./recent-activity";
import { RecentDeliveries, useDeliverySummary } from "./recent-deliveries";
import { UpdatePanelProvider } from "./use-update-panel";

const FirstSteps = createLazyComponent(async () => (await import("./first-steps")).FirstSteps);

const editDialogs = { incidents: "correct", maintenances: "reschedule", components: "edit" };

const EDITABLE_PATH = /\/dashboard\/[^/]+\/(incidents|maintenances|components)\/([^/]+)$/;

/**
 * When an editor presses E, opens the edit dialog of the incident, maintenance, or component in the
 * focused row.
 */
const useEditShortcut = (): void =>
  useRowShortcut("e", ({ pathname, textContent }) => {
    const [, list, id] = pathname.match(EDITABLE_PATH) ?? [];
    if (list === undefined) return null;
    const dialog = editDialogs[list as keyof typeof editDialogs];
    return { path: `/${list}/${id}?do=${dialog}`, name: `“${textContent}”` };
  });

export function Overview({ sentences }: { sentences: Sentences }) {
  const { name } = useOrganization();
  useEditShortcut();
  const data = useOverallStatus();
  const { components, unresolved, details } = data;
  const deliveries = useDeliverySummary();
  const isEmpty = components?.length === 0;
  // The other sections appear after the public status is loaded, to avoid layout shifts.
  const isLoaded = data.overall !== undefined || data.error !== undefined;
  return (
    <UpdatePanelProvider data={data}>
      <PageHeader title={<bdi>{name}</bdi>}>
        <ReportLink
          icon={Megaphone}
          className="min-h-11 px-4 text-base max-sm:w-[calc(100vw-2rem)]"
        />
      </PageHeader>
      <div className="grid gap-8">
        {isLoaded && (
          <NeedsAttention
            incidents={(details ?? []).filter(({ id }) =>
              unresolved.incidents?.some((incident) => incident.id === id),
            )}
            deliveries={deliveries.data}
          />
        )}
        <CurrentPublicStatus {...data} sentences={sentences} />
        {isEmpty && <FirstSteps open />}
        <UnresolvedIncidents {...data} isLoaded={isLoaded} />
        <div className={isLoaded ? "contents" : "hidden"}>
          <CurrentMaintenance {...data.maintenances} />
          <div
            className={
              "grid items-start gap-8 " +
              (isEmpty ? "lg:grid-cols-2" : "lg:grid-cols-[minmax(0,1fr)_20rem]")
            }
          >
            {!isEmpty && <ComponentHealth />}
            <div className={isEmpty ? "contents" : "grid min-w-0 gap-8"}>
              <RecentDeliveries
                summary={deliveries}
                canInvite={components !== undefined && !isEmpty}
              />
              <RecentActivity />
            </div>
          </div>
        </div>
      </div>
    </UpdatePanelProvider>
  );
}
