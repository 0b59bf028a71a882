"use client";

import { Download, Plus, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useFilters } from "@/components/data/use-filters";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useIntent } from "@/components/shell/use-intent";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar, SearchFilter, SelectFilter } from "@/components/ui/filter";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { channelNames, channelOptions } from "./channel";
import { SubscriberCounts } from "./subscriber-counts";
import { SubscriberList } from "./subscriber-list";
import { stateNames, stateOptions } from "./subscriber-state";
import { useComponents } from "./use-components";

const loading = () => <SkeletonRows rows={4} label="Loading" />;
const AddSubscriber = dynamic(() => import("./add-subscriber"), { loading });
const ImportSubscribers = dynamic(() => import("./import-subscribers"), { loading });
const ExportSubscribers = dynamic(() => import("./export-subscribers"), { loading });

/** Who hears of what happens. */
export function SubscribersScreen() {
  const { id: orgID, is } = useOrganization();
  const { data: summary } = useRead("GET /v1/organizations/{orgID}/subscribers/summary", { params: { orgID } });
  const { components } = useComponents();
  const filters = useFilters({ channel: channelNames, state: stateNames, component: null, q: null });
  const { channel, state, component, q } = filters.values;
  const counts = new Map(summary?.components.map(({ component_id, count }) => [component_id, count]));
  const componentOptions = components?.map(({ id, name }) => ({ value: id, label: counts.has(id) ? `${name} (${counts.get(id)} active)` : name })) ?? [];
  const adding = useIntent("add");
  const importing = useIntent("import");
  const exporting = useIntent("export");
  const mayWrite = is("editor");
  const [held, setHeld] = useState(false);
  const endOf = ({ end }: { end: () => void }) => () => {
    setHeld(false);
    end();
  };
  const nobody = summary?.total === 0 && !filters.any;
  return (
    <>
      <PageHeader title="Subscribers" description={summary && summary.everything > 0 ? `Who is told of incidents and maintenance. ${new Intl.NumberFormat().format(summary.everything)} of the active ones hear of everything.` : "Who is told of incidents and maintenance, and how."}>
        {mayWrite && (
          <>
            <Button variant="secondary" onClick={exporting.begin}>
              <Download className="size-4" /> Export
            </Button>
            <Button variant="secondary" onClick={importing.begin}>
              <Upload className="size-4" /> Import
            </Button>
            <Button onClick={adding.begin}>
              <Plus className="size-4" /> Add subscriber
            </Button>
          </>
        )}
      </PageHeader>
      {summary?.total !== 0 && <SubscriberCounts summary={summary} chosen={{ state, channel }} onChoose={(chosen) => filters.set({ state: chosen.state, channel: chosen.channel })} />}
      {!nobody && (
        <FilterBar>
          <SearchFilter label="Search addresses" value={q} onChange={(value) => filters.set({ q: value })} />
          <SelectFilter label="Channel" value={channel} onChange={(value) => filters.set({ channel: value })} options={channelOptions} />
          <SelectFilter label="State" value={state} onChange={(value) => filters.set({ state: value })} options={stateOptions} />
          <SelectFilter label="Component" value={component} onChange={(value) => filters.set({ component: value })} options={componentOptions} />
          {filters.any && (
            <Button variant="quiet" onClick={filters.clear} className="justify-self-start">
              Clear filters
            </Button>
          )}
        </FilterBar>
      )}
      <SubscriberList
        filter={{ channel, state, q, component_id: component }}
        empty={
          filters.any ? (
            <EmptyState title="Nobody like that">No subscriber fits these filters. A chat URL is found by all of it only, for it is kept sealed.</EmptyState>
          ) : (
            <EmptyState title="Nobody is told yet">
              {mayWrite ? "Add an address or a webhook, or import a list. Visitors subscribe themselves on the public page." : "Visitors subscribe themselves on the public page; editors add others here."}
            </EmptyState>
          )
        }
      />
      <Dialog open={mayWrite && adding.open} onClose={held ? undefined : endOf(adding)} title="Add subscriber">
        <AddSubscriber onDone={endOf(adding)} onHold={setHeld} />
      </Dialog>
      <Dialog open={mayWrite && importing.open} onClose={held ? undefined : endOf(importing)} wide title="Import subscribers">
        <ImportSubscribers onDone={endOf(importing)} onHold={setHeld} />
      </Dialog>
      <Dialog open={mayWrite && exporting.open} onClose={exporting.end} title="Export subscribers">
        <ExportSubscribers onDone={exporting.end} />
      </Dialog>
    </>
  );
}
