"use client";

import { usePathname } from "next/navigation";
import { useSignedIn } from "@/components/auth/session";
import { useSetStatus } from "@/components/components/manual-status-select";
import { useArrangement } from "@/components/components/use-arrangement";
import { useRestoreComponent } from "@/components/components/use-restore-component";
import { useAction } from "@/components/data/use-action";
import { useDebounced } from "@/components/data/use-debounced";
import { useRead, useReadAll, useRefresh } from "@/components/data/use-read";
import { useRedeliver } from "@/components/deliveries/use-redeliver";
import { useExpiredInvitations } from "@/components/invitations/use-expired-invitations";
import { useResendInvitation } from "@/components/invitations/use-resend-invitation";
import { useChangeRole } from "@/components/members/use-change-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { useCheckDomain } from "@/components/settings/use-check-domain";
import { useSendTest } from "@/components/subscribers/subscriber-actions";
import { useNow } from "@/components/ui/relative-time";
import { useUpdates } from "@/components/updates/update-calls";
import { splitWords } from "@/lib/search/rules";
import {
  describeComponent,
  describeIncident,
  describeMaintenance,
  describeSubscriber,
} from "./records";

const ORGANIZATION = "GET /v1/organizations/{orgID}";
const DEBOUNCE_MS = 200;

export type Palette = ReturnType<typeof usePalette>;

/** Loads what the entries of an organization are made of. Most lists require a query. */
export function usePalette(query: string) {
  const organization = useOrganization();
  const { id: orgID, is } = organization;
  const words = splitWords(query);
  const all = { params: { orgID } };
  const forEditors = is("editor") && words.length > 0 ? all : null;
  const forAdmins = is("admin") && words.length > 0 ? all : null;
  const forCommands = words.length > 1 ? forEditors : null;
  const dead = forCommands && { ...all, query: { state: "dead" as const } };
  const withStatus = <Status extends string>(status: Status) =>
    is("editor") ? { ...all, query: { status } } : null;

  const { data: found, isSearching } = useSearch(words);
  const unresolved = useRead(`${ORGANIZATION}/incidents`, withStatus("unresolved")).data;
  const inProgress = useRead(`${ORGANIZATION}/maintenances`, withStatus("in_progress")).data;
  const verifying = useRead(`${ORGANIZATION}/maintenances`, withStatus("verifying")).data;
  // Usually cached, so they appear before the results of the search.
  const newIncidents = useRead(`${ORGANIZATION}/incidents`, all).data;
  const newMaintenances = useRead(`${ORGANIZATION}/maintenances`, all).data;
  const { data: components = [] } = useRead(`${ORGANIZATION}/components`, all);
  const { data: groups = [] } = useRead(`${ORGANIZATION}/component-groups`, forEditors);
  const failed = useRead(`${ORGANIZATION}/deliveries`, dead).data;
  const deliveries = useRead(`${ORGANIZATION}/deliveries`, forCommands).data;
  const { data: domain } = useRead(`${ORGANIZATION}/domain`, forAdmins);
  const { data: organizations = [] } = useRead("GET /v1/organizations", {});
  const { data: tokens = [] } = useReadAll(`${ORGANIZATION}/tokens`, forAdmins);
  const { data: invitations = [] } = useReadAll(`${ORGANIZATION}/invitations`, forAdmins);
  const { data: members = [], isComplete } = useReadAll(`${ORGANIZATION}/members`, forAdmins);
  return {
    organization,
    words,
    /** Empty unless the query can name a record and a command of it. */
    commandWords: forCommands === null ? [] : words,
    isSearching,
    data: {
      userID: useSignedIn()?.id,
      now: useNow(),
      open: useOpenRecord(),
      incidents: mergeById(found?.incidents, newIncidents, unresolved).map(describeIncident),
      maintenances: mergeById(found?.maintenances, newMaintenances, inProgress, verifying).map(
        describeMaintenance,
      ),
      components,
      archived: (found?.components ?? []).filter(({ archived_at }) => archived_at !== null),
      groups,
      subscribers: found?.subscribers ?? [],
      templates: found?.templates ?? [],
      deliveries: mergeById(failed, deliveries),
      domain,
      organizations,
      tokens,
      members,
      hasAllMembers: isComplete,
      invitations,
      expiredInvitations: useExpiredInvitations(forAdmins && orgID, [...members, ...invitations]),
    },
    operations: { ...useOperations(), ...useArrangement(components, groups) },
  };
}

function useSearch(words: readonly string[]) {
  const { id: orgID } = useOrganization();
  const q = words.join(" ");
  const debounced = useDebounced(q, DEBOUNCE_MS);
  const { data, isReading } = useRead(
    `${ORGANIZATION}/search`,
    debounced === "" ? null : { params: { orgID }, query: { q: debounced } },
    { keepPrevious: true },
  );
  return { data, isSearching: debounced !== q || isReading };
}

/** Reads the record whose screen is open. */
function useOpenRecord() {
  const { id: orgID, at, is } = useOrganization();
  const [section = "", id = "new"] = usePathname().slice(at("/").length).split("/");
  const getOptions = <Param extends string>(ofSection: string, param: Param) =>
    section === ofSection && id !== "new"
      ? { params: { orgID, [param]: id } as Record<"orgID" | Param, string> }
      : null;
  const ofIncident = getOptions("incidents", "incidentID");
  const ofMaintenance = getOptions("maintenances", "maintenanceID");
  const ofComponent = getOptions("components", "componentID");
  const ofSubscriber = getOptions("subscribers", "subscriberID");
  const incident = getExisting(useRead(`${ORGANIZATION}/incidents/{incidentID}`, ofIncident));
  const maintenance = getExisting(
    useRead(`${ORGANIZATION}/maintenances/{maintenanceID}`, ofMaintenance),
  );
  const component = getExisting(useRead(`${ORGANIZATION}/components/{componentID}`, ofComponent));
  const subscriber = getExisting(
    useRead(`${ORGANIZATION}/subscribers/{subscriberID}`, ofSubscriber),
  );
  const kind = ofIncident ? "incident" : "maintenance";
  const hasUpdates = is("editor") && (ofIncident ?? ofMaintenance) !== null;
  const updates = useUpdates(hasUpdates ? { kind, id } : null).items ?? [];
  const record =
    (incident && describeIncident(incident)) ??
    (maintenance && describeMaintenance(maintenance)) ??
    (component && describeComponent(component)) ??
    (subscriber && describeSubscriber(subscriber));
  return { record, component, subscriber, updates };
}

const getExisting = <Data>({ data, isGone }: { data: Data; isGone: boolean }) =>
  isGone ? undefined : data;

function useOperations() {
  const { id: orgID } = useOrganization();
  return {
    attempt: useAction(),
    refresh: useRefresh(orgID),
    changeRole: useChangeRole(),
    checkDomain: useCheckDomain(),
    redeliver: useRedeliver().redeliver,
    resendInvitation: useResendInvitation(),
    restoreComponent: useRestoreComponent(),
    sendTest: useSendTest(),
    setStatus: useSetStatus(orgID),
  };
}

const mergeById = <Item extends { id: string }>(
  ...lists: (readonly Item[] | undefined)[]
): Item[] => {
  const items = lists.flatMap((list) => list ?? []);
  return [...new Map(items.map((item) => [item.id, item])).values()];
};
