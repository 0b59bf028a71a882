import type { SubscriberResponse } from "@/components/subscribers/channel";
import {
  availableActions,
  type SubscriberAction,
} from "@/components/subscribers/subscriber-actions";
import type { IncidentResponse, MaintenanceResponse } from "@/lib/http/client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import type { PaletteEntry } from "./entries";

/** A window of a record's screen (`?do=` its intent), and how it is found. */
export type Window = [intent: string, label: string, words: string];

const windows = (...list: Window[]): Window[] => list;

export const ofComponent = (called: string): Window[] =>
  windows(
    ["edit", `Edit ${called}`, "rename description group component"],
    ["remove", `Remove ${called}`, "archive delete component"],
  );

/** `isWritten`: whether there is a postmortem; undefined where that is not known. */
export const ofIncident = (
  { status }: Pick<IncidentResponse, "status">,
  called: string,
  isWritten?: boolean,
): Window[] => [
  ...(status === "resolved"
    ? windows(
        ["reopen", `Reopen ${called}`, "incident"],
        ["update", `Add a follow-up to ${called}`, "update post word incident"],
      )
    : windows(
        ["update", `Update ${called}`, "post say word incident"],
        ["resolve", `Resolve ${called}`, "end over fixed incident"],
      )),
  ["correct", `Edit details of ${called}`, "correct title impact start incident"],
  [
    "postmortem",
    `${isWritten === undefined ? "Write or edit" : isWritten ? "Edit" : "Write"} the postmortem for ${called}`,
    "learned publish retract draft incident",
  ],
  ...(isWritten
    ? windows(["delete-postmortem", `Delete the postmortem for ${called}`, "remove incident"])
    : []),
  ["delete", `Delete ${called}`, "remove incident"],
];

export const ofMaintenance = (
  { status }: Pick<MaintenanceResponse, "status">,
  called: string,
): Window[] => [
  ...(status === "scheduled"
    ? windows(
        ["start", `Start ${called} early`, "begin now maintenance"],
        ["reschedule", `Reschedule ${called}`, "edit move time maintenance"],
      )
    : windows(["reschedule", `Edit ${called}`, "move time maintenance"])),
  ...(isRunning(status)
    ? windows(
        ["complete", `Complete ${called}`, "end done maintenance"],
        ["extend", `Extend ${called}`, "more time maintenance"],
      )
    : []),
  ...(hasEnded(status)
    ? []
    : windows(
        ["update", `Update ${called}`, "post say word maintenance"],
        ["cancel", `Cancel ${called}`, "maintenance"],
      )),
  ["delete", `Delete ${called}`, "remove maintenance"],
];

const subscriberWords: Record<
  SubscriberAction,
  (called: string) => [label: string, words: string]
> = {
  reactivate: (called) => [`Reactivate ${called}`, "quarantine hold subscriber"],
  edit: (called) => [`Edit ${called}`, "change components contact subscriber"],
  rotate: (called) => [`Rotate secret for ${called}`, "new signing webhook subscriber"],
  delete: (called) => [`Remove ${called}`, "delete subscriber"],
};

export const ofSubscriber = (subscriber: SubscriberResponse, called: string): Window[] =>
  availableActions(subscriber).map((action): Window => [
    action,
    ...subscriberWords[action](called),
  ]);

/** Entries that open the windows of one record. */
export const entriesOf = (
  offered: readonly Window[],
  path: string,
  detail?: string,
): PaletteEntry[] =>
  offered.map(([intent, label, words]) => ({
    label,
    words,
    path: `${path}?do=${intent}`,
    ...(detail !== undefined && { detail }),
  }));

const moment = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Of two that are called alike, it tells which; by the clock of the reader. */
export const since = (at: string): string => `since ${moment.format(new Date(at))}`;
