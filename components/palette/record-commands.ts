import type { SubscriberResponse } from "@/components/subscribers/subscriber-channel";
import {
  listAvailableActions,
  type SubscriberAction,
} from "@/components/subscribers/subscriber-actions";
import type { IncidentResponse, MaintenanceResponse } from "@/lib/http/api-client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import type { PaletteEntry } from "./entries";

/** `intent` is the value of `?do=`, which opens a dialog. */
export type RecordCommand = [intent: string, label: string, keywords: string];

const listIf = (condition: boolean, ...commands: RecordCommand[]): RecordCommand[] =>
  condition ? commands : [];

export const listComponentCommands = (name: string): RecordCommand[] => [
  ["edit", `Edit ${name}`, "rename description group component"],
  ["remove", `Remove ${name}`, "archive delete component"],
];

export function listIncidentCommands(
  { status }: Pick<IncidentResponse, "status">,
  name: string,
  hasPostmortem?: boolean,
): RecordCommand[] {
  const isResolved = status === "resolved";
  const write = hasPostmortem === undefined ? "Write or edit" : hasPostmortem ? "Edit" : "Write";
  return [
    ...listIf(
      isResolved,
      ["reopen", `Reopen ${name}`, "incident"],
      ["update", `Add a follow-up to ${name}`, "update post incident"],
    ),
    ...listIf(
      !isResolved,
      ["update", `Update ${name}`, "post incident"],
      ["resolve", `Resolve ${name}`, "end over fixed incident"],
    ),
    ["correct", `Edit details of ${name}`, "correct title impact start incident"],
    ["postmortem", `${write} the postmortem for ${name}`, "learned publish retract draft incident"],
    ...listIf(hasPostmortem === true, [
      "delete-postmortem",
      `Delete the postmortem for ${name}`,
      "remove incident",
    ]),
    ["delete", `Delete ${name}`, "remove incident"],
  ];
}

export function listMaintenanceCommands(
  { status }: Pick<MaintenanceResponse, "status">,
  name: string,
): RecordCommand[] {
  const isScheduled = status === "scheduled";
  return [
    ...listIf(
      isScheduled,
      ["start", `Start ${name} early`, "begin now maintenance"],
      ["reschedule", `Reschedule ${name}`, "edit move time maintenance"],
    ),
    ...listIf(!isScheduled, ["reschedule", `Edit ${name}`, "move time maintenance"]),
    ...listIf(
      isRunning(status),
      ["complete", `Complete ${name}`, "end done maintenance"],
      ["extend", `Extend ${name}`, "more time maintenance"],
    ),
    ...listIf(
      !hasEnded(status),
      ["update", `Update ${name}`, "post maintenance"],
      ["cancel", `Cancel ${name}`, "maintenance"],
    ),
    ["delete", `Delete ${name}`, "remove maintenance"],
  ];
}

const subscriberLabels: Record<
  SubscriberAction,
  (name: string) => [label: string, keywords: string]
> = {
  reactivate: (name) => [`Reactivate ${name}`, "quarantine hold subscriber"],
  edit: (name) => [`Edit ${name}`, "change components contact subscriber"],
  rotate: (name) => [`Rotate secret for ${name}`, "new signing webhook subscriber"],
  delete: (name) => [`Remove ${name}`, "delete subscriber"],
};

export const listSubscriberCommands = (
  subscriber: SubscriberResponse,
  name: string,
): RecordCommand[] =>
  listAvailableActions(subscriber).map((action) => [action, ...subscriberLabels[action](name)]);

export const toEntries = (
  commands: readonly RecordCommand[],
  path: string,
  detail?: string,
): PaletteEntry[] =>
  commands.map(([intent, label, keywords]) => ({
    label,
    keywords,
    path: `${path}?do=${intent}`,
    ...(detail !== undefined && { detail }),
  }));

const timeFormat = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

export const formatSince = (at: string): string => `since ${timeFormat.format(new Date(at))}`;
