import { formatRelativeTime } from "@/components/ui/relative-time";
import { listAvailableActions } from "@/components/subscribers/subscriber-actions";
import type { SubscriberResponse as Subscriber } from "@/components/subscribers/subscriber-channel";
import type * as api from "@/lib/http/api-client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import type { Row } from "./rows";

/** Incidents in lists have no `postmortem`. */
type Incident = api.IncidentResponse & { postmortem?: object | null };
export type Item = Incident | api.MaintenanceResponse | api.ComponentResponse | Subscriber;

export const kinds = ["incident", "maintenance", "component", "subscriber"] as const;
type Kind = (typeof kinds)[number];
type Description = {
  kind: Kind;
  title: string;
  detail?: string;
  /** The start time. Null if the item has not started, undefined for kinds without a start. */
  since?: string | null;
  /** States of the item. A command may require one of them. */
  states: readonly (string | false)[];
};

/** `dialog` is the value of `?do=`, which opens it. `%` in the label stands for the name. */
type Command = [kind: Kind, dialog: string, label: string, keywords: string, state?: string];

const commands: Command[] = [
  ["incident", "reopen", "Reopen %", "", "resolved"],
  ["incident", "update", "Add a follow-up to %", "update post", "resolved"],
  ["incident", "update", "Update %", "post", "ongoing"],
  ["incident", "resolve", "Resolve %", "end over fixed", "ongoing"],
  ["incident", "correct", "Edit details of %", "correct title impact start"],
  ["incident", "postmortem", "Write or edit the postmortem for %", "learned publish retract draft"],
  ["incident", "delete-postmortem", "Delete the postmortem for %", "remove", "with postmortem"],
  ["incident", "delete", "Delete %", "remove"],
  ["maintenance", "start", "Start % now", "begin early", "scheduled"],
  ["maintenance", "reschedule", "Reschedule %", "edit move time", "scheduled"],
  ["maintenance", "reschedule", "Edit %", "move time", "started"],
  ["maintenance", "complete", "Complete %", "end done", "ongoing"],
  ["maintenance", "extend", "Extend %", "more time", "ongoing"],
  ["maintenance", "update", "Update %", "post", "ongoing"],
  ["maintenance", "update", "Update %", "post", "scheduled"],
  ["maintenance", "cancel", "Cancel %", "", "open"],
  ["maintenance", "delete", "Delete %", "remove"],
  ["component", "edit", "Edit %", "rename description group", "active"],
  ["component", "remove", "Remove %", "archive delete", "active"],
  ["subscriber", "reactivate", "Reactivate %", "quarantine hold", "reactivate"],
  ["subscriber", "edit", "Edit %", "change components contact", "edit"],
  ["subscriber", "rotate", "Rotate secret for %", "new signing webhook", "rotate"],
  ["subscriber", "delete", "Remove %", "delete"],
];

export function describeItem(item: Item): Description {
  if ("channel" in item) {
    const states = listAvailableActions(item);
    return { kind: "subscriber", title: item.address, detail: item.state, states };
  }
  if ("own_status" in item)
    return { kind: "component", title: item.name, states: [!item.archived_at && "active"] };
  const { title, status, started_at: since } = item;
  const detail = status.replaceAll("_", " ");
  if ("impact" in item) {
    const state = status === "resolved" ? status : "ongoing";
    const states = [state, item.postmortem != null && "with postmortem"];
    return { kind: "incident", title, detail, since, states };
  }
  const state = status === "scheduled" ? status : "started";
  const states = [state, isRunning(item.status) && "ongoing", !hasEnded(item.status) && "open"];
  return { kind: "maintenance", title, detail, since, states };
}

export const getPath = (item: Item): string => `/${describeItem(item).kind}s/${item.id}`;

/**
 * Lists the commands of an item. If `isOngoing` is set, lists only the commands for ongoing items
 * (true) or only the others (false), with the item's name. `group` is the group name of a component.
 */
export function listCommands(item: Item, isOngoing?: boolean, group?: string): Row[] {
  const { kind, title, since, states } = describeItem(item);
  const isNamed = isOngoing !== undefined;
  const quoted = since === undefined ? title : `“${title}”`;
  const name = isNamed ? quoted : `this ${kind}`;
  const detail =
    isNamed && since ? `started ${formatRelativeTime(Date.parse(since), Date.now())}` : group;
  return commands.flatMap(([of, dialog, text, keywords, state]): Row[] => {
    if (of !== kind || (state !== undefined && !states.includes(state))) return [];
    if (isNamed && isOngoing !== (state === "ongoing")) return [];
    // The replacement is a function, because names may contain patterns such as `$&`.
    const label = text.replace("%", () => name);
    return [[label, `${keywords} ${kind}`, `${getPath(item)}?do=${dialog}`, { detail }]];
  });
}
