"use client";

import { Archive, ExternalLink, Pencil } from "lucide-react";
import { usePathname } from "next/navigation";
import { useRestoreComponent } from "@/components/components/use-restore-component";
import { useAction } from "@/components/data/use-action";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useSendTest } from "@/components/subscribers/subscriber-actions";
import { named } from "@/components/ui/format-names";
import type { PaletteEntry } from "./entries";
import {
  entriesOf,
  ofComponent,
  ofIncident,
  ofMaintenance,
  ofSubscriber,
  type Window,
} from "./record-windows";
import { useStatusEntries } from "./use-status-entries";

const SHOWN = 60;

/**
 * What can be done to the record on whose screen one is: the command palette's first entries there.
 * Who may only look is led to the page; each update, to be edited, once something is typed.
 */
export function useRecordActions(typed: string): PaletteEntry[] {
  const { id: orgID, page_url, at, is } = useOrganization();
  const attempt = useAction();
  const restoreComponent = useRestoreComponent();
  const sendTest = useSendTest();
  const statusEntries = useStatusEntries();
  const pathname = usePathname();
  const [kind, id] = pathname.slice(at("/").length).split("/");
  // "new" is where one is made.
  const here = id !== undefined && id !== "new" ? kind : undefined;
  // The screen has read it already: this is what it shows.
  const incident = thereOf(
    useRead(
      "GET /v1/organizations/{orgID}/incidents/{incidentID}",
      here === "incidents" ? { params: { orgID, incidentID: id! } } : null,
    ),
  );
  const maintenance = thereOf(
    useRead(
      "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}",
      here === "maintenances" ? { params: { orgID, maintenanceID: id! } } : null,
    ),
  );
  const component = thereOf(
    useRead(
      "GET /v1/organizations/{orgID}/components/{componentID}",
      here === "components" ? { params: { orgID, componentID: id! } } : null,
    ),
  );
  const subscriber = thereOf(
    useRead(
      "GET /v1/organizations/{orgID}/subscribers/{subscriberID}",
      here === "subscribers" ? { params: { orgID, subscriberID: id! } } : null,
    ),
  );

  // What was said is read by the screen too; earlier pages of it are not.
  const { items: words = [] } = useReadPages(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    here === "incidents" && is("editor") ? { params: { orgID, incidentID: id! } } : null,
  );
  const { items: said = [] } = useReadPages(
    "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates",
    here === "maintenances" && is("editor") ? { params: { orgID, maintenanceID: id! } } : null,
  );

  const onPage =
    incident !== undefined ? "incident" : maintenance !== undefined ? "maintenance" : undefined;
  const look: PaletteEntry[] =
    onPage === undefined
      ? []
      : [
          {
            label: `View this ${onPage} on the status page`,
            words: "open see public",
            icon: ExternalLink,
            run: () => void window.open(`${page_url}/${onPage}s/${id}`, "_blank", "noopener"),
          },
        ];
  if (!is("editor")) return look;

  const offered: Window[] = [
    ...(incident === undefined
      ? []
      : ofIncident(incident, "this incident", incident.postmortem !== null)),
    ...(maintenance === undefined ? [] : ofMaintenance(maintenance, "this maintenance")),
    ...(component === undefined || component.archived_at !== null
      ? []
      : ofComponent("this component")),
    ...(subscriber === undefined ? [] : ofSubscriber(subscriber, "this subscriber")),
  ];
  return [
    ...entriesOf(offered, pathname),
    ...(typed === "" ? [] : [...words, ...said]).map(({ id: update, body, status }) => ({
      label: `Edit update “${shortened(body)}”`,
      detail: status.replaceAll("_", " "),
      words: `change words correct ${body}`,
      icon: Pencil,
      path: `${pathname}?do=edit-update&of=${update}`,
    })),
    ...look,
    // What is done at once stands below what asks first: Enter takes what is on top.
    ...(subscriber?.state === "active"
      ? [
          {
            label: "Send test message to this subscriber",
            words: "deliver",
            atOnce: "test send",
            run: () => void sendTest(subscriber),
          },
        ]
      : []),
    ...(component !== undefined && component.archived_at === null
      ? statusEntries(component, "this component")
      : []),
    ...(component !== undefined && component.archived_at !== null
      ? [
          {
            label: "Restore this component",
            words: "bring back unarchive archived",
            atOnce: "bring back restore",
            icon: Archive,
            run: () =>
              void attempt(named`${component.name} wasn’t restored`, () =>
                restoreComponent(component),
              ),
          },
        ]
      : []),
  ];
}

/** What a screen shows of a record that somebody deleted meanwhile is that it is gone. */
const thereOf = <Data>({
  data,
  isGone,
}: {
  data: Data | undefined;
  isGone: boolean;
}): Data | undefined => (isGone ? undefined : data);

/** So much of an update that one knows which it is. */
const shortened = (body: string): string =>
  body.length <= SHOWN ? body : `${body.slice(0, SHOWN).replace(/(?<!\s)\s+\S*$/, "")}…`;
