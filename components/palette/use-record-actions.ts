"use client";

import { Archive, ExternalLink, Pencil } from "lucide-react";
import { usePathname } from "next/navigation";
import { useBringBack } from "@/components/components/use-bring-back";
import { useAttempt } from "@/components/data/use-attempt";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { offeredTo, type SubscriberAction, useSendTest } from "@/components/subscribers/subscriber-actions";
import { named } from "@/components/ui/names";
import type { Answer, Maintenance } from "@/lib/http/client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import type { Entry } from "./entries";
import { useStatusEntries } from "./use-status-entries";

const INCIDENT = "GET /v1/organizations/{orgID}/incidents/{incidentID}";
const SHOWN = 60;

const subscriberWords: Record<SubscriberAction, [label: string, words: string]> = {
  reactivate: ["Reactivate this subscriber", "quarantine hold"],
  edit: ["Change this subscriber", "edit components contact"],
  rotate: ["New secret for this webhook", "rotate signing"],
  delete: ["Remove this subscriber", "delete"],
};

/** A window of the screen, and how it is found. */
type Window = [intent: string, label: string, words?: string];

const windows = (...list: Window[]): Window[] => list;

const ofComponent = windows(["edit", "Edit this component", "rename description group"], ["remove", "Remove this component", "archive delete"]);

const ofIncident = ({ status, postmortem }: Answer<typeof INCIDENT>): Window[] => [
  ...(status === "resolved"
    ? windows(["reopen", "Reopen this incident"], ["update", "Add a word to this incident", "update post"])
    : windows(["update", "Update this incident", "post say word"], ["resolve", "Resolve this incident", "end over fixed"])),
  ["correct", "Correct this incident", "title impact start edit"],
  ...(postmortem === null
    ? windows(["postmortem", "Write this incident’s postmortem", "learned"])
    : windows(["postmortem", "Edit this incident’s postmortem", "learned write publish retract draft"], ["delete-postmortem", "Delete this incident’s postmortem", "remove"])),
  ["delete", "Delete this incident", "remove"],
];

const ofMaintenance = ({ status }: Maintenance): Window[] => [
  ...(status === "scheduled"
    ? windows(["start", "Start this maintenance early", "begin now"], ["reschedule", "Reschedule this maintenance", "edit move time"])
    : windows(["reschedule", "Edit this maintenance", "move time"])),
  ...(isRunning(status) ? windows(["complete", "Complete this maintenance", "end done"], ["extend", "Extend this maintenance", "more time"]) : []),
  ...(hasEnded(status) ? [] : windows(["update", "Update this maintenance", "post say word"], ["cancel", "Cancel this maintenance"])),
  ["delete", "Delete this maintenance", "remove"],
];

/** What can be done to the record on whose screen one is: the command palette's first entries there. Who may only look is led to the page; each update, to be edited, once something is typed. */
export function useRecordActions(typed: string): Entry[] {
  const { id: orgID, page_url, at, is } = useOrganization();
  const attempt = useAttempt();
  const bringBack = useBringBack();
  const sendTest = useSendTest();
  const statusEntries = useStatusEntries();
  const pathname = usePathname();
  const [kind, id] = pathname.slice(at("/").length).split("/");
  // "new" is where one is made.
  const here = id !== undefined && id !== "new" ? kind : undefined;
  // The screen has read it already: this is what it shows.
  const { data: incident } = useRead(INCIDENT, here === "incidents" ? { params: { orgID, incidentID: id! } } : null);
  const { data: maintenance } = useRead("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}", here === "maintenances" ? { params: { orgID, maintenanceID: id! } } : null);
  const { data: component } = useRead("GET /v1/organizations/{orgID}/components/{componentID}", here === "components" ? { params: { orgID, componentID: id! } } : null);
  const { data: subscriber } = useRead("GET /v1/organizations/{orgID}/subscribers/{subscriberID}", here === "subscribers" ? { params: { orgID, subscriberID: id! } } : null);

  // What was said is read by the screen too; earlier pages of it are not.
  const { items: words = [] } = useReadPages("GET /v1/organizations/{orgID}/incidents/{incidentID}/updates", here === "incidents" && is("editor") ? { params: { orgID, incidentID: id! } } : null);
  const { items: said = [] } = useReadPages("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates", here === "maintenances" && is("editor") ? { params: { orgID, maintenanceID: id! } } : null);

  const onPage = incident !== undefined ? "incident" : maintenance !== undefined ? "maintenance" : undefined;
  const look: Entry[] = onPage === undefined ? [] : [{ label: `See this ${onPage} on the public page`, words: "open status", icon: ExternalLink, run: () => void window.open(`${page_url}/${onPage}s/${id}`, "_blank", "noopener") }];
  if (!is("editor")) return look;

  const offered: Window[] = [
    ...(incident === undefined ? [] : ofIncident(incident)),
    ...(maintenance === undefined ? [] : ofMaintenance(maintenance)),
    ...(component === undefined || component.archived_at !== null ? [] : ofComponent),
    ...(subscriber === undefined ? [] : offeredTo(subscriber).map((action): Window => [action, ...subscriberWords[action]])),
  ];
  return [
    ...offered.map(([intent, label, words = ""]) => ({ label, path: `${pathname}?do=${intent}`, words })),
    ...(typed === "" ? [] : [...words, ...said]).map(({ id: update, body, status }) => ({ label: `Edit the update “${shortened(body)}”`, detail: status.replaceAll("_", " "), words: "change words correct", icon: Pencil, path: `${pathname}?do=edit-update&of=${update}` })),
    ...look,
    // What is done at once stands below what asks first: Enter takes what is on top.
    ...(subscriber?.state === "active" ? [{ label: "Send a test to this subscriber", words: "message", run: () => void sendTest(subscriber) }] : []),
    ...(component !== undefined && component.archived_at === null ? statusEntries(component, "this component") : []),
    ...(component !== undefined && component.archived_at !== null ? [{ label: "Bring this component back", words: "restore archived", icon: Archive, run: () => void attempt(named`${component.name} is still archived`, () => bringBack(component)) }] : []),
  ];
}

/** So much of an update that one knows which it is. */
const shortened = (body: string): string => (body.length <= SHOWN ? body : `${body.slice(0, SHOWN).replace(/\s+\S*$/, "")}…`);
