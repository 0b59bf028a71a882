"use client";

import { useFilters } from "@/components/data/use-filters";
import { channelNames, channelOptions } from "@/components/subscribers/channel";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar, SelectFilter } from "@/components/ui/filter";
import { PageHeader } from "@/components/ui/page-header";
import { DeliveryList } from "./delivery-list";
import { deliveryStateNames, deliveryStateOptions } from "./delivery-state";

/** What was sent to whom, and what came of it. */
export function DeliveriesScreen() {
  const filters = useFilters({ state: deliveryStateNames, channel: channelNames });
  const { state, channel } = filters.values;
  return (
    <>
      <PageHeader title="Deliveries" description="Each message to each subscriber, with every attempt. What fails is tried up to 12 times, over some hours." />
      <FilterBar>
        <SelectFilter label="State" value={state} onChange={(value) => filters.set({ state: value })} options={deliveryStateOptions} />
        <SelectFilter label="Channel" value={channel} onChange={(value) => filters.set({ channel: value })} options={channelOptions} />
        {filters.any && (
          <Button variant="quiet" onClick={filters.clear} className="justify-self-start">
            Clear filters
          </Button>
        )}
      </FilterBar>
      <DeliveryList
        filter={filters.values}
        empty={
          filters.any ? (
            <EmptyState title="None like that">{state === "dead" ? "Nothing has failed for good." : "No delivery fits these filters."}</EmptyState>
          ) : (
            <EmptyState title="Nothing was sent yet">When an incident is reported or maintenance is scheduled, each subscriber’s message appears here, with what the receiver answered.</EmptyState>
          )
        }
      />
    </>
  );
}
