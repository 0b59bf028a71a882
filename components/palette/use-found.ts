"use client";

import { Building2, CalendarClock, Globe, Megaphone, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useCheckDomain } from "@/components/settings/use-check-domain";
import type { Entry, EntryGroup } from "./entries";
import { isNamed, SELDOM, wordsOf } from "./find";
import { useComponentEntries } from "./use-component-entries";
import { useDeliveryEntries } from "./use-delivery-entries";
import { useTeamEntries } from "./use-team-entries";

const ASKED_AFTER_MS = 200;
/** A single letter is in nearly everything. */
const ASKED_FROM = 2;

/**
 * What has a name of its own, and what can be done to it: records of which there may be more than are read come from the
 * server's search. Nothing before something is typed.
 */
export function useFound(typed: string): EntryGroup[] {
  const { id: orgID, logo_url, at, is } = useOrganization();
  const checkDomain = useCheckDomain();
  const components = useComponentEntries(typed);
  const team = useTeamEntries(typed);
  const deliveries = useDeliveryEntries(typed);
  const here = { params: { orgID } };
  const words = wordsOf(typed);
  const asked = words.length === 0 ? null : here;

  const { data: incidents = [] } = useRead("GET /v1/organizations/{orgID}/incidents", here);
  const { data: maintenances = [] } = useRead("GET /v1/organizations/{orgID}/maintenances", here);
  const { data: templates = [] } = useReadAll("GET /v1/organizations/{orgID}/templates", is("editor") ? asked : null, SELDOM);
  const { data: domain } = useRead("GET /v1/organizations/{orgID}/domain", is("admin") ? asked : null, SELDOM);
  const { data: organizations = [] } = useRead("GET /v1/organizations", {});

  // One word goes to the server, which seeks a part as it stands; all of them decide here.
  const q = useSettled(words.toSorted((a, b) => b.length - a.length)[0] ?? "");
  const searched = q.length < ASKED_FROM || words.length === 0 ? null : { ...here, query: { q } };
  const { data: moreIncidents = [] } = useRead("GET /v1/organizations/{orgID}/incidents", searched, { ...SELDOM, keepPrevious: true });
  const { data: moreMaintenances = [] } = useRead("GET /v1/organizations/{orgID}/maintenances", searched, { ...SELDOM, keepPrevious: true });
  const { data: subscribers = [] } = useRead("GET /v1/organizations/{orgID}/subscribers", searched, { ...SELDOM, keepPrevious: true });

  if (words.length === 0) return [];
  const host = domain?.host ?? null;
  return [
    {
      heading: "Incidents",
      entries: unique(incidents, moreIncidents).map(({ id, title, status }) => ({ label: title, detail: status, icon: Megaphone, path: at(`/incidents/${id}`) })),
    },
    {
      heading: "Maintenance",
      entries: unique(maintenances, moreMaintenances).flatMap(({ id, title, status }): Entry[] => [
        { label: title, detail: status.replaceAll("_", " "), icon: CalendarClock, path: at(`/maintenances/${id}`) },
        ...(is("editor") && status === "scheduled" && isNamed({ name: title }, words)
          ? [
              { label: `Start “${title}” early`, words: "begin now", path: at(`/maintenances/${id}?do=start`) },
              { label: `Reschedule “${title}”`, words: "edit move time", path: at(`/maintenances/${id}?do=reschedule`) },
              { label: `Cancel “${title}”`, path: at(`/maintenances/${id}?do=cancel`) },
            ]
          : []),
      ]),
    },
    ...components,
    {
      heading: "Templates",
      entries: templates.filter((template) => isNamed(template, words)).flatMap(({ id, name, kind }): Entry[] => [
        kind === "incident"
          ? { label: `Report with the template ${name}`, words: "incident", path: at(`/incidents/new?template=${id}`) }
          : { label: `Schedule with the template ${name}`, words: "maintenance", path: at(`/maintenances/new?template=${id}`) },
        { label: `Edit the template ${name}`, words: "change", path: at(`/settings/templates?do=edit&of=${id}`) },
        { label: `Delete the template ${name}`, words: "remove", path: at(`/settings/templates?do=delete&of=${id}`) },
      ]),
    },
    { heading: "Subscribers", entries: subscribers.map(({ id, address, state }) => ({ label: address, detail: state, icon: Users, path: at(`/subscribers/${id}`) })) },
    ...deliveries,
    ...team,
    {
      heading: "Page",
      entries: [
        ...(host === null
          ? []
          : [
              { label: `Check the domain ${host} now`, words: "custom dns proof verify", icon: Globe, run: () => void checkDomain(host) },
              { label: `Remove the domain ${host}`, words: "custom dns delete", icon: Globe, path: at("/settings?do=remove-domain") },
            ]),
        ...(logo_url !== null && is("admin") ? [{ label: "Remove the logo", words: "delete image brand", path: at("/settings?do=remove-logo") }] : []),
      ],
    },
    { heading: "Organizations", entries: organizations.filter(({ id }) => id !== orgID).map(({ id, name }) => ({ label: name, words: "organization switch", icon: Building2, path: `/dashboard/${id}` })) },
  ];
}

const unique = <Item extends { id: string }>(...lists: readonly (readonly Item[])[]): Item[] => [...new Map(lists.flat().map((item) => [item.id, item])).values()];

/** The text, once it stays the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
