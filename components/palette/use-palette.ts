import { useParams } from "next/navigation";
import { useSignedIn } from "@/components/auth/session";
import { useSetStatus } from "@/components/components/manual-status-menu";
import { useArrangement } from "@/components/components/use-arrangement";
import { useRestoreComponent } from "@/components/components/use-restore-component";
import { useAction } from "@/components/data/use-action";
import { useDebounced } from "@/components/data/use-debounced";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useRedeliver } from "@/components/deliveries/use-redeliver";
import { useExpiredInvitations } from "@/components/invitations/use-expired-invitations";
import { useResendInvitation } from "@/components/invitations/use-resend-invitation";
import { useChangeRole } from "@/components/members/use-change-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { useMaintenances } from "@/components/updates/use-maintenances";
import { useUnresolvedIncidents } from "@/components/updates/use-overall";
import { useCheckDomain } from "@/components/settings/use-check-domain";
import { useSendTest } from "@/components/subscribers/subscriber-actions";
import { useNow } from "@/components/ui/relative-time";
import { useUpdates } from "@/components/updates/update-calls";
import { splitWords } from "@/lib/search/rules";
import { type Item, kinds } from "./item-commands";

const ORGANIZATION = "GET /v1/organizations/{orgID}";
const DEBOUNCE_MS = 200;

export type Palette = ReturnType<typeof usePalette>;

/** Loads the data for the entries of an organization. Most lists require a query. */
export function usePalette(query: string) {
  const organization = useOrganization();
  const { id: orgID, is } = organization;
  const words = splitWords(query);
  const all = {};
  const forEditors = is("editor") && words.length > 0 ? all : null;
  const forAdmins = is("admin") && words.length > 0 ? all : null;
  const forCommands = words.length > 1 ? forEditors : null;
  const dead = forCommands && { query: { state: "dead" as const } };
  const q = words.join(" ");
  const debounced = useDebounced(q, DEBOUNCE_MS);
  const { data: found, isReading } = useRead(
    `${ORGANIZATION}/search`,
    debounced === "" ? null : { query: { q: debounced } },
    { keepPrevious: true },
  );
  const { incidents: unresolved } = useUnresolvedIncidents();
  const { running, upcoming } = useMaintenances();
  const { data: components = [] } = useRead(`${ORGANIZATION}/components`);
  const { data: groups = [] } = useRead(`${ORGANIZATION}/component-groups`, forEditors);
  const { data: failed } = useRead(`${ORGANIZATION}/deliveries`, dead);
  const { data: deliveries } = useRead(`${ORGANIZATION}/deliveries`, forCommands);
  const { data: invitations = [] } = useReadAll(`${ORGANIZATION}/invitations`, forAdmins);
  const { data: members = [] } = useReadAll(`${ORGANIZATION}/members`, forAdmins);
  return {
    organization,
    words,
    /** Empty for viewers, and for a single word, which can't name both an item and a command. */
    commandWords: forCommands === null ? [] : words,
    isSearching: debounced !== q || isReading,
    ...useOpenItem(is("editor")),
    incidents: mergeById(found?.incidents, unresolved),
    maintenances: mergeById(found?.maintenances, running, upcoming),
    components,
    archived: (forCommands && found?.components.filter(({ archived_at }) => archived_at)) ?? [],
    groups,
    subscribers: found?.subscribers ?? [],
    templates: found?.templates ?? [],
    deliveries: mergeById(failed, deliveries),
    host: useRead(`${ORGANIZATION}/domain`, forAdmins).data?.host,
    organizations: useRead("GET /v1/organizations", {}).data ?? [],
    tokens: useReadAll(`${ORGANIZATION}/tokens`, forAdmins).data ?? [],
    members,
    invitations,
    expiredInvitations: useExpiredInvitations(forAdmins && orgID, [...members, ...invitations]),
    userID: useSignedIn()?.id,
    now: useNow(),
    ...useArrangement(components, groups),
    attempt: useAction(),
    changeRole: useChangeRole(),
    checkDomain: useCheckDomain(),
    redeliver: useRedeliver().redeliver,
    resendInvitation: useResendInvitation(),
    restoreComponent: useRestoreComponent(),
    sendTest: useSendTest(),
    setStatus: useSetStatus(),
  };
}

/** Reads the item whose screen is open. */
function useOpenItem(isEditor: boolean) {
  const params = useParams<Record<string, string>>();
  const kind = kinds.find((each) => `${each}ID` in params);
  const { data, isGone } = useRead(
    // Typed as the path of incidents, because the other kinds have the same call.
    `${ORGANIZATION}/${kind}s/{${kind}ID}` as `${typeof ORGANIZATION}/incidents/{incidentID}`,
    kind === undefined ? null : { params: params as { incidentID: string } },
  );
  const open = isGone ? undefined : (data as Item | undefined);
  const hasUpdates = open && isEditor && (kind === "incident" || kind === "maintenance");
  return { open, updates: useUpdates(hasUpdates ? { kind, id: open.id } : null).items ?? [] };
}

function mergeById<Item extends { id: string }>(...lists: (readonly Item[] | undefined)[]): Item[] {
  const items = lists.flatMap((list) => list ?? []);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
