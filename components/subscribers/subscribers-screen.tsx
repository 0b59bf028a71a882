"use client";

import { Download, Plus, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useComponentOptions } from "@/components/components/use-component-options";
import { useFilters } from "@/components/data/use-filters";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Dialog, PersistentDialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/route-link";
import { FilterBar } from "@/components/ui/filter";
import { formatAmount } from "@/components/ui/format-count";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm } from "@/components/ui/skeleton";
import { channelNames, channelOptions } from "./subscriber-channel";
import { SubscriberCounts } from "./subscriber-counts";
import { SubscriberList } from "./subscriber-list";
import { subscriberStateOrder, subscriberStateOptions } from "./subscriber-state";

const loading = () => <SkeletonForm fields={4} label="Loading" />;
const AddSubscriber = dynamic(() => import("./add-subscriber"), { loading });
const ImportSubscribers = dynamic(() => import("./import-subscribers"), { loading });
const ExportSubscribers = dynamic(() => import("./export-subscribers"), { loading });

export function SubscribersScreen() {
  const { is } = useOrganization();
  const { data: summary, error } = useRead("GET /v1/organizations/{orgID}/subscribers/summary");
  const filters = useFilters({
    channel: channelNames,
    state: subscriberStateOrder,
    component: null,
    q: null,
  });
  const { channel, state, component, q } = filters.values;
  const filter = { channel, state, q, component_id: component };
  const counts = new Map(
    summary?.components.map(({ component_id, count }) => [component_id, count]),
  );
  const componentOptions = useComponentOptions(component).map(({ value, label }) => ({
    value,
    label: counts.has(value) ? `${label} (${counts.get(value)} active)` : label,
  }));
  const adding = useDialogParam("add");
  const importing = useDialogParam("import");
  const exporting = useDialogParam("export");
  const canEdit = is("editor");
  const isEmpty = summary?.total === 0 && !filters.hasAny;
  return (
    <>
      <PageHeader
        title="Subscribers"
        description={
          summary && summary.everything > 0
            ? "People and endpoints notified of incidents and maintenance. " +
              `${formatAmount(summary.everything, "active subscriber")} ` +
              `${summary.everything === 1 ? "is" : "are"} subscribed to everything.`
            : "People and endpoints notified of incidents and maintenance."
        }
      >
        {canEdit && (
          <>
            {!isEmpty && (
              <Button variant="secondary" onClick={exporting.open}>
                <Download className="size-4" /> Export
              </Button>
            )}
            <Button variant="secondary" onClick={importing.open}>
              <Upload className="size-4" /> Import
            </Button>
            <Button onClick={adding.open}>
              <Plus className="size-4" /> Add subscriber
            </Button>
          </>
        )}
      </PageHeader>
      {summary?.total !== 0 && error === undefined && (
        <SubscriberCounts
          summary={summary}
          chosen={{ state, channel }}
          onChoose={(chosen) => filters.set({ state: chosen.state, channel: chosen.channel })}
        />
      )}
      {!isEmpty && (
        <FilterBar
          filters={filters}
          search="Search addresses"
          selects={[
            { name: "channel", label: "Channel", options: channelOptions },
            { name: "state", label: "State", options: subscriberStateOptions },
            { name: "component", label: "Component", options: componentOptions },
          ]}
        />
      )}
      <SubscriberList
        key={JSON.stringify(filter)}
        filter={filter}
        empty={
          filters.hasAny ? (
            <EmptyState title="No matching subscribers">
              Change the filters. To find a chat webhook, search for its full URL.
            </EmptyState>
          ) : (
            <EmptyState title="No subscribers yet">
              {canEdit ? (
                <>
                  Visitors can subscribe on the status page. You can also{" "}
                  <LinkButton onClick={adding.open}>add a subscriber</LinkButton> or{" "}
                  <LinkButton onClick={importing.open}>import a list</LinkButton>.
                </>
              ) : (
                "Visitors can subscribe on the status page. Editors can add subscribers here."
              )}
            </EmptyState>
          )
        }
      />
      <PersistentDialog
        open={canEdit && adding.isOpen}
        onClose={adding.close}
        title="Add subscriber"
      >
        {(props) => <AddSubscriber {...props} />}
      </PersistentDialog>
      <PersistentDialog
        open={canEdit && importing.isOpen}
        onClose={importing.close}
        isWide
        title="Import subscribers"
      >
        {(props) => <ImportSubscribers {...props} />}
      </PersistentDialog>
      <Dialog
        open={canEdit && exporting.isOpen}
        onClose={exporting.close}
        title="Export subscribers"
      >
        <ExportSubscribers filter={filter} onDone={exporting.close} />
      </Dialog>
    </>
  );
}
