"use client";

import { useFilters } from "@/components/data/use-filters";
import { channelNames, channelOptions } from "@/components/subscribers/subscriber-channel";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter";
import { PageHeader } from "@/components/ui/page-header";
import { DeliveryList } from "./delivery-list";
import { deliveryStateOptions, shownStates } from "./delivery-state";

const periods = [
  { value: "24", label: "Last 24 hours" },
  { value: "168", label: "Last 7 days" },
];

export function DeliveriesScreen() {
  const filters = useFilters({
    ...{ q: null, state: shownStates, channel: channelNames },
    hours: periods.map(({ value }) => value),
  });
  return (
    <>
      <PageHeader
        title="Deliveries"
        description={
          "Recent messages to subscribers. If sending a message fails, it is retried " +
          "over several hours, up to 12 attempts in total."
        }
      />
      <DeliveryList
        filter={filters.values}
        filterBar={
          <FilterBar
            filters={filters}
            search="Search recipients"
            selects={[
              { name: "state", label: "State", options: deliveryStateOptions },
              { name: "channel", label: "Channel", options: channelOptions },
              { name: "hours", label: "Period", options: periods },
            ]}
          />
        }
        empty={
          filters.hasAny ? (
            <EmptyState title="No matching deliveries">
              Change or clear the filters. To find a chat webhook, search for its full URL.
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
