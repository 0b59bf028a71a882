"use client";

import { useFilters } from "@/components/data/use-filters";
import { channelNames, channelOptions } from "@/components/subscribers/subscriber-channel";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar, SelectFilter } from "@/components/ui/filter";
import { PageHeader } from "@/components/ui/page-header";
import { DeliveryList } from "./delivery-list";
import { filterableDeliveryStates, deliveryStateOptions } from "./delivery-state";

export function DeliveriesScreen() {
  const filters = useFilters({ state: filterableDeliveryStates, channel: channelNames });
  const { state, channel } = filters.values;
  return (
    <>
      <PageHeader
        title="Deliveries"
        description={
          "Every message to every subscriber. Failed deliveries are " +
          "retried up to 12 times over several hours."
        }
      />
      <FilterBar>
        <SelectFilter
          label="State"
          value={state}
          onChange={(value) => filters.set({ state: value })}
          options={deliveryStateOptions}
        />
        <SelectFilter
          label="Channel"
          value={channel}
          onChange={(value) => filters.set({ channel: value })}
          options={channelOptions}
        />
        {filters.hasAny && (
          <Button variant="quiet" onClick={filters.clear} className="justify-self-start">
            Clear filters
          </Button>
        )}
      </FilterBar>
      <DeliveryList
        filter={filters.values}
        empty={
          filters.hasAny ? (
            <EmptyState title="No matching deliveries">
              {state === "dead" ? "No delivery has failed." : "No delivery matches these filters."}
            </EmptyState>
          ) : (
            <EmptyState title="No deliveries yet">
              When you publish an incident or schedule maintenance, each subscriber’s message
              appears here with its result.
            </EmptyState>
          )
        }
      />
    </>
  );
}
