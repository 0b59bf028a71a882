"use client";

import { Building2, CalendarClock, Globe, Megaphone, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useCheckDomain } from "@/components/settings/use-check-domain";
import { useSendTest } from "@/components/subscribers/subscriber-actions";
import { isRunning } from "@/lib/maintenances/values";
import type { PaletteEntry, EntryGroup } from "./entries";
import { isNamed, SELDOM, wordsOf } from "./find";
import { entriesOf, ofIncident, ofMaintenance, ofSubscriber, since } from "./record-windows";
import { useComponentEntries } from "./use-component-entries";
import { useDeliveryEntries } from "./use-delivery-entries";
import { useTeamEntries } from "./use-team-entries";

const ASKED_AFTER_MS = 200;
/** A single letter is in nearly everything. */
const ASKED_FROM = 2;

/**
 * What has a name of its own, and what can be done to it: records of which there may be more than
 * are read come from the
 * server's search, `searching` while that has not answered. Nothing before something is typed.
 */
export function useFound(typed: string): { found: EntryGroup[]; searching: boolean } {
  const { id: orgID, logo_url, at, is } = useOrganization();
  const checkDomain = useCheckDomain();
  const sendTest = useSendTest();
  const components = useComponentEntries(typed);
  const team = useTeamEntries(typed);
  const deliveries = useDeliveryEntries(typed);
  const here = { params: { orgID } };
  const words = wordsOf(typed);
  const asked = words.length === 0 ? null : here;

  const { data: incidents = [] } = useRead("GET /v1/organizations/{orgID}/incidents", here);
  const { data: maintenances = [] } = useRead("GET /v1/organizations/{orgID}/maintenances", here);
  const { data: templates = [] } = useReadAll(
    "GET /v1/organizations/{orgID}/templates",
    is("editor") ? asked : null,
    SELDOM,
  );
  const { data: domain } = useRead(
    "GET /v1/organizations/{orgID}/domain",
    is("admin") ? asked : null,
    SELDOM,
  );
  const { data: organizations = [] } = useRead("GET /v1/organizations", {});

  // The server is asked for what has all of the words, and for what has the longest: the others may
  // say what is to be done.
  const [every, longest] = [
    words.join(" "),
    words.toSorted((a, b) => b.length - a.length)[0] ?? "",
  ];
  const settled = useSettled(every);
  const isSettled = settled === every;
  const seek = (q: string) =>
    q.length < ASKED_FROM || words.length === 0 ? null : { ...here, query: { q } };
  const [asLongest, asEvery] = [seek(useSettled(longest)), words.length > 1 ? seek(settled) : null];
  const found = { ...SELDOM, keepPrevious: true };
  const someIncidents = useRead("GET /v1/organizations/{orgID}/incidents", asLongest, found);
  const theIncidents = useRead("GET /v1/organizations/{orgID}/incidents", asEvery, found);
  const someMaintenances = useRead("GET /v1/organizations/{orgID}/maintenances", asLongest, found);
  const theMaintenances = useRead("GET /v1/organizations/{orgID}/maintenances", asEvery, found);
  const theSubscribers = useRead("GET /v1/organizations/{orgID}/subscribers", asLongest, found);
  const searching =
    words.length > 0 &&
    (!isSettled ||
      [someIncidents, theIncidents, someMaintenances, theMaintenances, theSubscribers].some(
        ({ isReading }) => isReading,
      ));

  if (words.length === 0) return { found: [], searching };
  // What is done to a record is offered to who says more than its name.
  const isAsked = (name: string) => is("editor") && words.length > 1 && isNamed({ name }, words);
  const host = domain?.host ?? null;
  const groups: EntryGroup[] = [
    {
      heading: "Incidents",
      entries: unique(theIncidents.data, incidents, someIncidents.data).flatMap(
        ({ id, title, status, started_at }): PaletteEntry[] => [
          {
            label: title,
            detail: status,
            words: "incident",
            icon: Megaphone,
            of: id,
            path: at(`/incidents/${id}`),
          },
          // Those of what goes on stand under “Now” already.
          ...(isAsked(title)
            ? entriesOf(
                ofIncident({ status }, `“${title}”`).filter(
                  ([intent]) =>
                    status === "resolved" || (intent !== "update" && intent !== "resolve"),
                ),
                at(`/incidents/${id}`),
                since(started_at),
              )
            : []),
        ],
      ),
    },
    {
      heading: "Maintenance",
      entries: unique(theMaintenances.data, maintenances, someMaintenances.data).flatMap(
        ({ id, title, status }): PaletteEntry[] => [
          {
            label: title,
            detail: status.replaceAll("_", " "),
            words: "maintenance",
            icon: CalendarClock,
            of: id,
            path: at(`/maintenances/${id}`),
          },
          ...(isAsked(title)
            ? entriesOf(
                ofMaintenance({ status }, `“${title}”`).filter(
                  ([intent]) =>
                    !isRunning(status) || !["update", "complete", "extend"].includes(intent),
                ),
                at(`/maintenances/${id}`),
              )
            : []),
        ],
      ),
    },
    ...components,
    {
      heading: "Templates",
      entries: templates
        .filter((template) => isNamed(template, words))
        .flatMap(({ id, name, kind }): PaletteEntry[] => [
          kind === "incident"
            ? {
                label: `Report incident with template ${name}`,
                words: "incident",
                path: at(`/incidents/new?template=${id}`),
              }
            : {
                label: `Schedule maintenance with template ${name}`,
                words: "maintenance",
                path: at(`/maintenances/new?template=${id}`),
              },
          {
            label: `Edit template ${name}`,
            words: "change",
            path: at(`/settings/templates?do=edit&of=${id}`),
          },
          {
            label: `Delete template ${name}`,
            words: "remove",
            path: at(`/settings/templates?do=delete&of=${id}`),
          },
        ]),
    },
    {
      heading: "Subscribers",
      entries: (theSubscribers.data ?? []).flatMap((subscriber): PaletteEntry[] => {
        const { id, address, state } = subscriber;
        return [
          {
            label: address,
            detail: state,
            words: "subscriber",
            icon: Users,
            of: id,
            path: at(`/subscribers/${id}`),
          },
          ...(isAsked(address)
            ? entriesOf(ofSubscriber(subscriber, address), at(`/subscribers/${id}`))
            : []),
          ...(isAsked(address) && state === "active"
            ? [
                {
                  label: `Send test message to ${address}`,
                  words: "message subscriber",
                  atOnce: "test",
                  of: id,
                  run: () => void sendTest(subscriber),
                },
              ]
            : []),
        ];
      }),
    },
    ...deliveries,
    ...team,
    {
      heading: "Page",
      entries: [
        ...(host === null
          ? []
          : [
              {
                label: `Check domain ${host}`,
                words: "custom dns proof verify",
                atOnce: "check verify",
                icon: Globe,
                run: () => void checkDomain(host),
              },
              {
                label: `Remove domain ${host}`,
                words: "custom dns delete",
                icon: Globe,
                path: at("/settings?do=remove-domain"),
              },
            ]),
        ...(logo_url !== null && is("admin")
          ? [
              {
                label: "Remove logo",
                words: "delete image brand",
                path: at("/settings?do=remove-logo"),
              },
            ]
          : []),
      ],
    },
    {
      heading: "Organizations",
      entries: organizations
        .filter(({ id }) => id !== orgID)
        .map(({ id, name }) => ({
          label: name,
          words: "organization switch",
          icon: Building2,
          path: `/dashboard/${id}`,
        })),
    },
  ];
  return { found: groups, searching };
}

const unique = <Item extends { id: string }>(
  ...lists: readonly (readonly Item[] | undefined)[]
): Item[] => [
  ...new Map(lists.flatMap((list) => list ?? []).map((item) => [item.id, item])).values(),
];

/** The text, once it stays the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
