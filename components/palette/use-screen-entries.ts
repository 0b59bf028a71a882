"use client";

import { ExternalLink, Pencil } from "lucide-react";
import { usePathname } from "next/navigation";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useSendTest } from "@/components/subscribers/subscriber-actions";
import type { PaletteEntry } from "./entries";
import {
  listComponentCommands,
  listIncidentCommands,
  listMaintenanceCommands,
  listSubscriberCommands,
  toEntries,
} from "./record-commands";
import { useRestoreEntry, useStatusEntries } from "./use-component-entries";

const MAX_EXCERPT_LENGTH = 60;

export function useScreenEntries(query: string): PaletteEntry[] {
  const { at } = useOrganization();
  const [kind, id] = usePathname().slice(at("/").length).split("/");
  const getOpenId = (name: string) => (kind === name && id !== "new" ? id : undefined);
  return [
    ...useIncidentEntries(getOpenId("incidents"), query),
    ...useMaintenanceEntries(getOpenId("maintenances"), query),
    ...useCurrentComponentEntries(getOpenId("components")),
    ...useSubscriberEntries(getOpenId("subscribers")),
  ];
}

function useIncidentEntries(incidentID: string | undefined, query: string): PaletteEntry[] {
  const { id: orgID, at, is } = useOrganization();
  const options = incidentID === undefined ? null : { params: { orgID, incidentID } };
  const { data, isGone } = useRead("GET /v1/organizations/{orgID}/incidents/{incidentID}", options);
  const { items = [] } = useReadPages(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    is("editor") ? options : null,
  );
  const view = useViewEntry("incident", incidentID);
  if (data === undefined || isGone) return [];
  if (!is("editor")) return [view];
  const path = at(`/incidents/${incidentID}`);
  return [
    ...toEntries(listIncidentCommands(data, "this incident", data.postmortem !== null), path),
    ...(query === "" ? [] : items.map((update) => toUpdateEntry(update, path))),
    view,
  ];
}

function useMaintenanceEntries(maintenanceID: string | undefined, query: string): PaletteEntry[] {
  const { id: orgID, at, is } = useOrganization();
  const options = maintenanceID === undefined ? null : { params: { orgID, maintenanceID } };
  const { data, isGone } = useRead(
    "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}",
    options,
  );
  const { items = [] } = useReadPages(
    "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates",
    is("editor") ? options : null,
  );
  const view = useViewEntry("maintenance", maintenanceID);
  if (data === undefined || isGone) return [];
  if (!is("editor")) return [view];
  const path = at(`/maintenances/${maintenanceID}`);
  return [
    ...toEntries(listMaintenanceCommands(data, "this maintenance"), path),
    ...(query === "" ? [] : items.map((update) => toUpdateEntry(update, path))),
    view,
  ];
}

function useCurrentComponentEntries(componentID: string | undefined): PaletteEntry[] {
  const { id: orgID, at, is } = useOrganization();
  const statusEntries = useStatusEntries();
  const restoreEntry = useRestoreEntry();
  const { data, isGone } = useRead(
    "GET /v1/organizations/{orgID}/components/{componentID}",
    componentID === undefined ? null : { params: { orgID, componentID } },
  );
  if (data === undefined || isGone || !is("editor")) return [];
  const name = "this component";
  return data.archived_at === null
    ? [
        ...toEntries(listComponentCommands(name), at(`/components/${componentID}`)),
        ...statusEntries(data, name),
      ]
    : [restoreEntry(data, name)];
}

function useSubscriberEntries(subscriberID: string | undefined): PaletteEntry[] {
  const { id: orgID, at, is } = useOrganization();
  const sendTest = useSendTest();
  const { data, isGone } = useRead(
    "GET /v1/organizations/{orgID}/subscribers/{subscriberID}",
    subscriberID === undefined ? null : { params: { orgID, subscriberID } },
  );
  if (data === undefined || isGone || !is("editor")) return [];
  const name = "this subscriber";
  const test = {
    label: `Send test message to ${name}`,
    keywords: "deliver",
    requiredWords: "test send",
    run: () => void sendTest(data),
  };
  return [
    ...toEntries(listSubscriberCommands(data, name), at(`/subscribers/${subscriberID}`)),
    ...(data.state === "active" ? [test] : []),
  ];
}

function useViewEntry(kind: "incident" | "maintenance", id: string | undefined): PaletteEntry {
  const { page_url } = useOrganization();
  return {
    label: `View this ${kind} on the status page`,
    keywords: "open see public",
    icon: ExternalLink,
    run: () => void window.open(`${page_url}/${kind}s/${id}`, "_blank", "noopener"),
  };
}

type Update = { id: string; body: string; status: string };

const toUpdateEntry = ({ id, body, status }: Update, path: string): PaletteEntry => ({
  label: `Edit update “${truncate(body)}”`,
  detail: status.replaceAll("_", " "),
  keywords: `change correct ${body}`,
  icon: Pencil,
  path: `${path}?do=edit-update&of=${id}`,
});

const truncate = (text: string): string =>
  text.length <= MAX_EXCERPT_LENGTH
    ? text
    : `${text.slice(0, MAX_EXCERPT_LENGTH).replace(/(?<!\s)\s+\S*$/, "")}…`;
