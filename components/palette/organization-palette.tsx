"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { useAccountEntries } from "./account-entries";
import { listComponentRows } from "./component-rows";
import { actions, listPermitted, type Row, toEntries } from "./entries";
import * as rows from "./entry-rows";
import { createPaletteDialog, type PaletteProps, PaletteDialog } from "./palette-dialog";
import { listOngoingCommands, listRecords } from "./records";
import * as team from "./team-rows";
import { type Palette, usePalette } from "./use-palette";

/** Keeps other commands visible during a large outage. */
const MAX_ONGOING = 6;

const navigation = [...mainNavigation, ...settingsNavigation].map((item) => ({
  ...item,
  keywords: "go to",
}));

/** Groups that require a query. */
const listFoundGroups = (palette: Palette): [heading: string, rows: Row[]][] => [
  ["Incidents", listRecords(palette.data.incidents, palette.commandWords)],
  ["Maintenance", listRecords(palette.data.maintenances, palette.commandWords)],
  ["Components", listComponentRows(palette)],
  ["Groups", rows.listGroupRows(palette)],
  ["Templates", rows.listTemplateRows(palette)],
  ["Subscribers", rows.listSubscriberRows(palette)],
  ["Deliveries", rows.listDeliveryRows(palette)],
  ["Team", [...team.listMemberRows(palette), ...team.listOwnRoleRows(palette)]],
  ["Invitations", [...team.listRevocationRows(palette), ...team.listResendRows(palette)]],
  ["API tokens", rows.listTokenRows(palette)],
  ["Page", rows.listPageRows(palette)],
];

export const OrganizationPalette = createPaletteDialog(function Palette(props: PaletteProps) {
  const [query, onQueryChange] = useState(props.initialQuery);
  const palette = usePalette(query);
  const account = useAccountEntries(query, props.onHelp);
  const { organization, words, data, isSearching } = palette;
  const { incidents, maintenances } = data;
  const createGroup = (heading: string, items: readonly Row[]) => ({
    heading,
    entries: toEntries(items, organization.at("")),
  });
  const ongoing = organization.is("editor")
    ? listOngoingCommands([...incidents, ...maintenances])
    : [];
  const viewPage = () => window.open(organization.page_url, "_blank", "noopener");
  const view: Row = ["View status page", "go to open public", viewPage, { icon: ExternalLink }];
  const goTo = [...listPermitted(organization, navigation), ...toEntries([view]), ...account];
  const hasQuery = words.length > 0;
  const groups = [
    createGroup("On this screen", rows.listScreenRows(palette)),
    createGroup("Ongoing", hasQuery ? [] : ongoing.slice(0, MAX_ONGOING)),
    { heading: "Actions", entries: listPermitted(organization, actions) },
    { heading: "Go to", entries: goTo },
    ...(hasQuery ? listFoundGroups(palette) : []).map(([heading, items]) =>
      createGroup(heading, items),
    ),
    {
      heading: "Organizations",
      entries: hasQuery ? toEntries(rows.listOtherOrganizations(palette)) : [],
    },
    // Below the records, so that Enter opens the record whose title was typed.
    createGroup("Ongoing", hasQuery ? ongoing : []),
  ];
  return (
    <PaletteDialog {...{ query, onQueryChange, groups, isSearching }} onClose={props.onClose} />
  );
});
