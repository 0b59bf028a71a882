"use client";

import { useDebounced } from "@/components/data/use-debounced";
import { Building2, CalendarClock, FileText, Globe, Megaphone, Users } from "lucide-react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useCheckDomain } from "@/components/settings/use-check-domain";
import { useSendTest } from "@/components/subscribers/subscriber-actions";
import type { ResponseBody } from "@/lib/http/api-client";
import { isRunning } from "@/lib/maintenances/values";
import { splitWords } from "@/lib/search/rules";
import type { EntryGroup, PaletteEntry } from "./entries";
import { matchesName, SLOW_REFRESH } from "./match";
import {
  formatSince,
  listIncidentCommands,
  listMaintenanceCommands,
  listSubscriberCommands,
  toEntries,
} from "./record-commands";
import { useComponentEntries } from "./use-component-entries";
import { useDeliveryEntries } from "./use-delivery-entries";
import { useTeamEntries } from "./use-team-entries";

export type SearchResults = ResponseBody<"GET /v1/organizations/{orgID}/search">;

const DEBOUNCE_MS = 200;
const NO_RESULTS: SearchResults = {
  incidents: [],
  maintenances: [],
  subscribers: [],
  components: [],
  templates: [],
};

export function useSearchEntries(query: string): { groups: EntryGroup[]; isSearching: boolean } {
  const { id: orgID, at, is } = useOrganization();
  const sendTest = useSendTest();
  const words = splitWords(query);
  const q = words.join(" ");
  const debounced = useDebounced(q, DEBOUNCE_MS);
  const { data: results = NO_RESULTS, isReading } = useRead(
    "GET /v1/organizations/{orgID}/search",
    debounced === "" ? null : { params: { orgID }, query: { q: debounced } },
    { ...SLOW_REFRESH, keepPrevious: true },
  );
  // These reads are usually cached, so their results appear before those of the search.
  const newest = { params: { orgID } };
  const { data: newestIncidents = [] } = useRead("GET /v1/organizations/{orgID}/incidents", newest);
  const { data: newestMaintenances = [] } = useRead(
    "GET /v1/organizations/{orgID}/maintenances",
    newest,
  );
  const components = useComponentEntries(words, results);
  const team = useTeamEntries(words);
  const deliveries = useDeliveryEntries(words);
  const page = usePageEntries(words);
  const organizations = useOrganizationEntries();
  if (words.length === 0) return { groups: [], isSearching: false };

  // A name alone opens the record. Its commands require another word.
  const hasCommands = (name: string) =>
    is("editor") && words.length > 1 && matchesName(name, words);
  const incidents = removeDuplicates(results.incidents, newestIncidents).flatMap(
    ({ id, title, status, started_at }) => [
      {
        label: title,
        detail: status,
        keywords: "incident",
        icon: Megaphone,
        id,
        path: at(`/incidents/${id}`),
      },
      ...toEntries(
        hasCommands(title)
          ? listIncidentCommands({ status }, `“${title}”`).filter(
              // Other commands are in the "Ongoing" group.
              ([intent]) => status === "resolved" || (intent !== "update" && intent !== "resolve"),
            )
          : [],
        at(`/incidents/${id}`),
        formatSince(started_at),
      ),
    ],
  );
  const maintenances = removeDuplicates(results.maintenances, newestMaintenances).flatMap(
    ({ id, title, status }) => [
      {
        label: title,
        detail: status.replaceAll("_", " "),
        keywords: "maintenance",
        icon: CalendarClock,
        id,
        path: at(`/maintenances/${id}`),
      },
      ...toEntries(
        hasCommands(title)
          ? listMaintenanceCommands({ status }, `“${title}”`).filter(
              ([intent]) =>
                !isRunning(status) || !["update", "complete", "extend"].includes(intent),
            )
          : [],
        at(`/maintenances/${id}`),
      ),
    ],
  );
  const templates = is("editor")
    ? results.templates.flatMap(({ id, name, kind }) => [
        {
          label: `${kind === "incident" ? "Report incident" : "Schedule maintenance"} with template ${name}`,
          keywords: kind,
          icon: FileText,
          path: at(`/${kind}s/new?template=${id}`),
        },
        ...toTemplateEntries(id, name, at("/settings/templates")),
      ])
    : [];
  const subscribers = results.subscribers.flatMap((subscriber): PaletteEntry[] => {
    const { id, address, state } = subscriber;
    const path = at(`/subscribers/${id}`);
    return [
      { label: address, detail: state, keywords: "subscriber", icon: Users, id, path },
      ...(hasCommands(address) ? toEntries(listSubscriberCommands(subscriber, address), path) : []),
      ...(hasCommands(address) && state === "active"
        ? [
            {
              label: `Send test message to ${address}`,
              keywords: "subscriber",
              requiredWords: "test",
              id,
              run: () => void sendTest(subscriber),
            },
          ]
        : []),
    ];
  });
  return {
    isSearching: debounced !== q || isReading,
    groups: [
      { heading: "Incidents", entries: incidents },
      { heading: "Maintenance", entries: maintenances },
      ...components,
      { heading: "Templates", entries: templates },
      { heading: "Subscribers", entries: subscribers },
      { heading: "Deliveries", entries: deliveries },
      ...team,
      { heading: "Page", entries: page },
      { heading: "Organizations", entries: organizations },
    ],
  };
}

const removeDuplicates = <Item extends { id: string }>(
  ...lists: readonly (readonly Item[])[]
): Item[] => [...new Map(lists.flat().map((item) => [item.id, item])).values()];

const toTemplateEntries = (id: string, name: string, path: string): PaletteEntry[] => [
  { label: `Edit template ${name}`, keywords: "change", path: `${path}?do=edit&of=${id}` },
  { label: `Delete template ${name}`, keywords: "remove", path: `${path}?do=delete&of=${id}` },
];

function usePageEntries(words: readonly string[]): PaletteEntry[] {
  const { id: orgID, logo_url, at, is } = useOrganization();
  const checkDomain = useCheckDomain();
  const { data: domain } = useRead(
    "GET /v1/organizations/{orgID}/domain",
    is("admin") && words.length > 0 ? { params: { orgID } } : null,
    SLOW_REFRESH,
  );
  if (!is("admin")) return [];
  const host = domain?.host ?? null;
  const ofDomain: PaletteEntry[] =
    host === null
      ? []
      : [
          {
            label: `Check domain ${host}`,
            keywords: "custom dns verify",
            requiredWords: "check verify",
            icon: Globe,
            run: () => void checkDomain(host),
          },
          {
            label: `Remove domain ${host}`,
            keywords: "custom dns delete",
            icon: Globe,
            path: at("/settings?do=remove-domain"),
          },
        ];
  const removeLogo = {
    label: "Remove logo",
    keywords: "delete image brand",
    path: at("/settings?do=remove-logo"),
  };
  return [...ofDomain, ...(logo_url === null ? [] : [removeLogo])];
}

function useOrganizationEntries(): PaletteEntry[] {
  const { id: orgID } = useOrganization();
  const { data: organizations = [] } = useRead("GET /v1/organizations", {});
  return organizations
    .filter(({ id }) => id !== orgID)
    .map(({ id, name }) => ({
      label: name,
      keywords: "organization switch",
      icon: Building2,
      path: `/dashboard/${id}`,
    }));
}
