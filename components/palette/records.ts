import { Boxes, CalendarClock, type LucideIcon, Megaphone, Users } from "lucide-react";
import { listAvailableActions } from "@/components/subscribers/subscriber-actions";
import type { SubscriberResponse as Subscriber } from "@/components/subscribers/subscriber-channel";
import type {
  ComponentResponse,
  IncidentResponse,
  MaintenanceResponse,
} from "@/lib/http/api-client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import type { Row } from "./entries";
import { matchesName } from "./match";

/** `intent` is the value of `?do=`, which opens a dialog. `%` in the label is the name. */
type Command = [intent: string, label: string, keywords: string, requiredState?: string];
type Kind = { icon: LucideIcon; keywords: string; commands: Command[] };

const incident: Kind = {
  icon: Megaphone,
  keywords: "incident",
  commands: [
    ["reopen", "Reopen %", "", "resolved"],
    ["update", "Add a follow-up to %", "update post", "resolved"],
    ["update", "Update %", "post", "ongoing"],
    ["resolve", "Resolve %", "end over fixed", "ongoing"],
    ["correct", "Edit details of %", "correct title impact start"],
    ["postmortem", "Write or edit the postmortem for %", "learned publish retract draft"],
    ["delete-postmortem", "Delete the postmortem for %", "remove", "with postmortem"],
    ["delete", "Delete %", "remove"],
  ],
};

const maintenance: Kind = {
  icon: CalendarClock,
  keywords: "maintenance",
  commands: [
    ["start", "Start % early", "begin now", "scheduled"],
    ["reschedule", "Reschedule %", "edit move time", "scheduled"],
    ["reschedule", "Edit %", "move time", "started"],
    ["complete", "Complete %", "end done", "ongoing"],
    ["extend", "Extend %", "more time", "ongoing"],
    ["update", "Update %", "post", "ongoing"],
    ["update", "Update %", "post", "scheduled"],
    ["cancel", "Cancel %", "", "open"],
    ["delete", "Delete %", "remove"],
  ],
};

const component: Kind = {
  icon: Boxes,
  keywords: "component status",
  commands: [
    ["edit", "Edit %", "rename description group", "active"],
    ["remove", "Remove %", "archive delete", "active"],
  ],
};

const subscriber: Kind = {
  icon: Users,
  keywords: "subscriber",
  commands: [
    ["reactivate", "Reactivate %", "quarantine hold", "reactivate"],
    ["edit", "Edit %", "change components contact", "edit"],
    ["rotate", "Rotate secret for %", "new signing webhook", "rotate"],
    ["delete", "Remove %", "delete"],
  ],
};

const kinds = { incident, maintenance, component, subscriber };

export type PaletteRecord = {
  kind: keyof typeof kinds;
  id: string;
  title: string;
  detail?: string;
  /** Undefined for kinds without a start. */
  since?: string | null;
  /** Commands may require one of them. */
  states: readonly (string | false)[];
};

/** Lists have no postmortems. */
type Incident = IncidentResponse & { postmortem?: object | null };

export const describeIncident = (item: Incident): PaletteRecord => {
  const { id, title, status, started_at: since, postmortem } = item;
  const state = status === "resolved" ? status : "ongoing";
  const states = [state, postmortem != null && "with postmortem"];
  return { kind: "incident", id, title, detail: status, since, states };
};

export const describeMaintenance = (item: MaintenanceResponse): PaletteRecord => {
  const { id, title, status, started_at: since } = item;
  const detail = status.replaceAll("_", " ");
  const state = status === "scheduled" ? status : "started";
  const states = [state, isRunning(status) && "ongoing", !hasEnded(status) && "open"];
  return { kind: "maintenance", id, title, detail, since, states };
};

export const describeComponent = (item: ComponentResponse, group?: string): PaletteRecord => {
  const { id, name: title, archived_at } = item;
  const states = [archived_at === null && "active"];
  return { kind: "component", id, title, detail: group, states };
};

export const describeSubscriber = (item: Subscriber): PaletteRecord => {
  const { id, address: title, state: detail } = item;
  return { kind: "subscriber", id, title, detail, states: listAvailableActions(item) };
};

const timeFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const getPath = ({ kind, id }: PaletteRecord) => `/${kind}s/${id}`;

export const listCommands = (
  record: PaletteRecord,
  name: string,
  isIncluded: (requiredState?: string) => boolean = () => true,
  detail?: string,
): Row[] =>
  kinds[record.kind].commands
    .filter(([, , , state]) => state === undefined || record.states.includes(state))
    .filter(([, , , state]) => isIncluded(state))
    .map(([intent, label, keywords]) => [
      // A function, because names may contain patterns such as `$&`.
      label.replace("%", () => name),
      `${keywords} ${record.kind}`,
      `${getPath(record)}?do=${intent}`,
      { detail },
    ]);

function listNamedCommands(record: PaletteRecord, isIncluded: (state?: string) => boolean): Row[] {
  const { title, detail, since } = record;
  if (since === undefined) return listCommands(record, title, isIncluded, detail);
  const start = since === null ? undefined : `since ${timeFormat.format(new Date(since))}`;
  return listCommands(record, `“${title}”`, isIncluded, start);
}

export const listOngoingCommands = (records: readonly PaletteRecord[]): Row[] =>
  records.flatMap((record) => listNamedCommands(record, (state) => state === "ongoing"));

/** A title that contains none of the words only opens the record. */
export const listRecords = (records: readonly PaletteRecord[], words: readonly string[]): Row[] =>
  records.flatMap((record) => {
    const { id, kind, title, detail } = record;
    const { icon, keywords } = kinds[kind];
    const open: Row = [title, keywords, getPath(record), { detail, icon, id }];
    return matchesName(title, words)
      ? [open, ...listNamedCommands(record, (state) => state !== "ongoing")]
      : [open];
  });
