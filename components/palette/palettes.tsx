import { Building2, ExternalLink } from "lucide-react";
import { useRead } from "@/components/data/use-read";
import { actions } from "@/components/shell/actions";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { useAccountRows } from "./account-rows";
import { addBase, listPermitted, type Row, type RoleRow, type RowGroup } from "./rows";
import * as rows from "./organization-rows";
import { createPalette } from "./palette-dialog";

/** Limits the commands of ongoing items, so that a large outage does not hide other commands. */
const MAX_ONGOING = 6;
const navigation = [...mainNavigation, ...settingsNavigation].map(
  ({ role, label, path, icon }): RoleRow => [role, label, "go to", path, { icon }],
);

export const OrganizationPalette = createPalette(function useOrganizationGroups(query, onHelp) {
  const palette = rows.usePalette(query);
  const account = useAccountRows(query, onHelp);
  const { organization, words, isSearching } = palette;
  const { role, page_url: pageUrl } = organization;
  const hasQuery = words.length > 0;
  const ongoing = organization.is("editor") ? rows.listOngoingRows(palette) : [];
  const viewPage = () => window.open(pageUrl, "_blank", "noopener");
  const view: Row = ["View status page", "go to open public", viewPage, { icon: ExternalLink }];
  const add = (items: readonly Row[]) => addBase(organization.at(""), items);
  const groups: RowGroup[] = [
    ["On this screen", add(rows.listScreenRows(palette))],
    ["Ongoing", add(hasQuery ? [] : ongoing.slice(0, MAX_ONGOING))],
    ["Actions", add(listPermitted(role, actions))],
    ["Go to", [...add([...listPermitted(role, navigation), view]), ...account]],
    ...(hasQuery ? rows.listFoundGroups(palette) : []).map(([heading, found]): RowGroup => [
      heading,
      add(found),
    ]),
    ["Organizations", hasQuery ? rows.listOtherOrganizations(palette) : []],
    // These commands come last, so that Enter opens the item whose title was typed.
    ["Ongoing", add(hasQuery ? ongoing : [])],
  ];
  return { groups, isSearching };
});

export const HomePalette = createPalette(function useHomeGroups(query, onHelp) {
  const account = useAccountRows(query, onHelp);
  const { data: organizations = [], isReading: isSearching } = useRead("GET /v1/organizations", {});
  const hasQuery = query.trim() !== "";
  const listAll = (items: readonly RoleRow[]) =>
    organizations.flatMap(({ id, name: detail, role }) =>
      addBase(`/dashboard/${id}`, listPermitted(role, items)).map(
        ([label, keywords, target, options]): Row => {
          const found = `${keywords} ${detail}`;
          return [label, found, target, { ...options, detail }];
        },
      ),
    );
  const overviews = organizations.map(({ id, name, role }): Row => {
    const options = { detail: role, icon: Building2 };
    return [name, "go to organization overview", `/dashboard/${id}`, options];
  });
  const home: Row = ["My organizations", "all home", "/dashboard", { icon: Building2 }];
  // With several organizations, there are too many commands to list without a query.
  const hasActions = hasQuery || organizations.length === 1;
  const groups: RowGroup[] = [
    ["Organizations", overviews],
    ["Account", [home, ...account]],
    ["Actions", hasActions ? listAll(actions) : []],
    ["Go to", hasQuery ? listAll(navigation.filter(([, , , path]) => path)) : []],
  ];
  return { groups, isSearching };
});
