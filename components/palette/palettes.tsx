import { Building2, ExternalLink } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { useAccountEntries } from "./account-entries";
import { actions, listPermitted, type RoleRow, type Row, toEntries } from "./entries";
import { createPaletteDialog, type PaletteProps, PaletteDialog } from "./palette-dialog";
import * as rows from "./rows";
import { type Palette, usePalette } from "./use-palette";

/** Limits the commands of ongoing items, so that a large outage does not hide other commands. */
const MAX_ONGOING = 6;
const navigation = [...mainNavigation, ...settingsNavigation].map(
  ({ role, label, path, icon }): RoleRow => [role, label, "go to", path, { icon }],
);

type Group = [heading: string, rows: Row[]];

/** Groups that require a query. */
const listFoundRows = (palette: Palette): Group[] => [
  ["Incidents", rows.listFoundRows(palette, palette.incidents)],
  ["Maintenance", rows.listFoundRows(palette, palette.maintenances)],
  ["Components", rows.listFoundRows(palette, [...palette.components, ...palette.archived])],
  ["Groups", rows.listGroupRows(palette)],
  ["Templates", rows.listTemplateRows(palette)],
  ["Subscribers", rows.listFoundRows(palette, palette.subscribers)],
  ["Deliveries", rows.listDeliveryRows(palette)],
  ["Team", [...rows.listMemberRows(palette), ...rows.listOwnRoleRows(palette)]],
  ["Invitations", rows.listInvitationRows(palette)],
  ["API tokens", rows.listTokenRows(palette)],
  ["Page", rows.listDomainRows(palette)],
];

export const OrganizationPalette = createPaletteDialog(function Palette(props: PaletteProps) {
  const [query, onQueryChange] = useState(props.initialQuery);
  const palette = usePalette(query);
  const account = useAccountEntries(query, props.onHelp);
  const { organization, words, isSearching } = palette;
  const hasQuery = words.length > 0;
  const base = organization.at("");
  const createGroup = ([heading, items]: Group) => ({ heading, entries: toEntries(items, base) });
  const ongoing = organization.is("editor") ? rows.listOngoingRows(palette) : [];
  const viewPage = () => window.open(organization.page_url, "_blank", "noopener");
  const view: Row = ["View status page", "go to open public", viewPage, { icon: ExternalLink }];
  const goTo = toEntries([...listPermitted(organization.role, navigation), view], base);
  const organizations = hasQuery ? toEntries(rows.listOtherOrganizations(palette)) : [];
  const groups = [
    createGroup(["On this screen", rows.listScreenRows(palette)]),
    createGroup(["Ongoing", hasQuery ? [] : ongoing.slice(0, MAX_ONGOING)]),
    createGroup(["Actions", listPermitted(organization.role, actions)]),
    { heading: "Go to", entries: [...goTo, ...account] },
    ...(hasQuery ? listFoundRows(palette).map(createGroup) : []),
    { heading: "Organizations", entries: organizations },
    // These commands come last, so that Enter opens the item whose title was typed.
    createGroup(["Ongoing", hasQuery ? ongoing : []]),
  ];
  const dialog = { query, onQueryChange, groups, isSearching, onClose: props.onClose };
  return <PaletteDialog {...dialog} />;
});

export const HomePalette = createPaletteDialog(function Palette(props: PaletteProps) {
  const [query, onQueryChange] = useState(props.initialQuery);
  const account = useAccountEntries(query, props.onHelp);
  const { data: organizations = [], isReading: isSearching } = useRead("GET /v1/organizations", {});
  const hasQuery = query.trim() !== "";
  const listAll = (items: readonly RoleRow[]) =>
    organizations.flatMap(({ id, name: detail, role }) =>
      toEntries(listPermitted(role, items), `/dashboard/${id}`).map((entry) => ({
        ...entry,
        detail,
        keywords: `${entry.keywords} ${detail}`,
      })),
    );
  const overviews = organizations.map(({ id, name, role }): Row => {
    const options = { detail: role, icon: Building2 };
    return [name, "go to organization overview", `/dashboard/${id}`, options];
  });
  const home: Row = ["My organizations", "all home", "/dashboard", { icon: Building2 }];
  // With several organizations, there are too many commands to list without a query.
  const hasActions = hasQuery || organizations.length === 1;
  const groups = [
    { heading: "Organizations", entries: toEntries(overviews) },
    { heading: "Account", entries: [...toEntries([home]), ...account] },
    { heading: "Actions", entries: hasActions ? listAll(actions) : [] },
    {
      heading: "Go to",
      entries: hasQuery ? listAll(navigation.filter(([, , , path]) => path)) : [],
    },
  ];
  const dialog = { query, onQueryChange, groups, isSearching, onClose: props.onClose };
  return <PaletteDialog {...dialog} />;
});
