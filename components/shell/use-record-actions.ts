"use client";

import { usePathname } from "next/navigation";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { offeredTo, type SubscriberAction, useSendTest } from "@/components/subscribers/subscriber-actions";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import type { Entry } from "./places";
import { useStatusEntries } from "./use-status-entries";

const subscriberWords: Record<SubscriberAction, [label: string, words: string]> = {
  reactivate: ["Reactivate this subscriber", "quarantine hold"],
  edit: ["Change this subscriber", "edit components contact"],
  rotate: ["New secret for this webhook", "rotate signing"],
  delete: ["Remove this subscriber", "delete"],
};

/** What can be done to the record on whose screen one is: the command palette's first entries there. None for who may only look. */
export function useRecordActions(): Entry[] {
  const { id: orgID, at, is } = useOrganization();
  const sendTest = useSendTest();
  const statusEntries = useStatusEntries();
  const pathname = usePathname();
  const [kind, id] = pathname.slice(at("/").length).split("/");
  // "new" is where one is made.
  const here = is("editor") && id !== undefined && id !== "new" ? kind : undefined;
  // The screen has read it already: this is what it shows.
  const { data: incident } = useRead("GET /v1/organizations/{orgID}/incidents/{incidentID}", here === "incidents" ? { params: { orgID, incidentID: id! } } : null);
  const { data: maintenance } = useRead("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}", here === "maintenances" ? { params: { orgID, maintenanceID: id! } } : null);
  const { data: component } = useRead("GET /v1/organizations/{orgID}/components/{componentID}", here === "components" ? { params: { orgID, componentID: id! } } : null);
  const { data: subscriber } = useRead("GET /v1/organizations/{orgID}/subscribers/{subscriberID}", here === "subscribers" ? { params: { orgID, subscriberID: id! } } : null);

  const windows: [intent: string, label: string, words?: string][] = [];
  if (incident !== undefined) {
    if (incident.status === "resolved") windows.push(["reopen", "Reopen this incident"], ["update", "Add a word to this incident", "update post"]);
    else windows.push(["update", "Update this incident", "post say word"], ["resolve", "Resolve this incident", "end over fixed"]);
    windows.push(["correct", "Correct this incident", "title impact start edit"], ["postmortem", "Write this incident’s postmortem", "learned"], ["delete", "Delete this incident", "remove"]);
  }
  if (maintenance !== undefined) {
    const { status } = maintenance;
    if (status === "scheduled") windows.push(["start", "Start this maintenance early", "begin now"], ["reschedule", "Reschedule this maintenance", "edit move time"]);
    else windows.push(["reschedule", "Edit this maintenance", "move time"]);
    if (isRunning(status)) windows.push(["complete", "Complete this maintenance", "end done"], ["extend", "Extend this maintenance", "more time"]);
    if (!hasEnded(status)) windows.push(["update", "Update this maintenance", "post say word"], ["cancel", "Cancel this maintenance"]);
    windows.push(["delete", "Delete this maintenance", "remove"]);
  }
  if (component !== undefined && component.archived_at === null) windows.push(["edit", "Edit this component", "rename description group"], ["remove", "Remove this component", "archive delete"]);
  if (subscriber !== undefined) windows.push(...offeredTo(subscriber).map((action): [string, string, string] => [action, ...subscriberWords[action]]));
  return [
    ...windows.map(([intent, label, words = ""]) => ({ label, path: `${pathname}?do=${intent}`, words })),
    // What is done at once stands below what asks first: Enter takes what is on top.
    ...(subscriber?.state === "active" ? [{ label: "Send a test to this subscriber", words: "message", run: () => void sendTest(subscriber) }] : []),
    ...(component !== undefined && component.archived_at === null ? statusEntries(component, "this component") : []),
  ];
}
