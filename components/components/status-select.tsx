"use client";

import { ChevronDown } from "lucide-react";
import { useAttempt } from "@/components/data/use-attempt";
import { named } from "@/components/ui/names";
import { worstStatus } from "@/lib/components/rules";
import { type ComponentStatus as Status, componentStatuses } from "@/lib/components/values";
import { call, type Component } from "@/lib/http/client";
import { ComponentStatus, componentStatusLooks } from "./component-status";

/** The component as it will be once an operator has set it to `status`; what its incidents say goes on. */
export function setByHand(component: Component, status: Status): Component {
  const fromIncidents = component.status === component.own_status ? "operational" : component.status;
  return { ...component, own_status: status, status: worstStatus([status, fromIncidents]) };
}

/** Sets a component's status by hand: `show` shows at once what will be, and puts it back if the call fails. */
export function useSetStatus(orgID: string) {
  const attempt = useAttempt();
  return (component: Component, status: Status, show: (changed: Component, work: () => Promise<unknown>) => Promise<unknown>) => {
    const save = () => call("PATCH /v1/organizations/{orgID}/components/{componentID}", { params: { orgID, componentID: component.id }, body: { status } });
    return attempt(named`${component.name} is still “${componentStatusLooks[component.own_status].word}”`, () => show(setByHand(component, status), save));
  };
}

/** What a component is; whoever may write sets it here. A native choice under the badge: every device knows how to show that. */
export function StatusSelect({ component, describedBy, onSet }: { component: Component; describedBy?: string | undefined; onSet: (status: Status) => void }) {
  return (
    <span className="relative inline-flex items-center gap-1 rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <ComponentStatus status={component.status} />
      <ChevronDown className="size-3.5 text-muted" aria-hidden="true" />
      <select
        aria-label={`Status of ${component.name}, set by hand`}
        aria-describedby={describedBy}
        value={component.own_status}
        onChange={(event) => onSet(event.target.value as Status)}
        className="absolute -inset-x-1 -inset-y-2 cursor-pointer appearance-none opacity-0 pointer-coarse:-inset-y-3"
      >
        {componentStatuses.map((status) => (
          <option key={status} value={status}>
            {componentStatusLooks[status].word}
          </option>
        ))}
      </select>
    </span>
  );
}
