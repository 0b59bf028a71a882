"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { actions } from "./entries";
import { createPaletteDialog, type PaletteProps, PaletteDialog } from "./palette-dialog";
import { useAccountEntries } from "./use-account-entries";
import { useOngoingEntries } from "./use-ongoing-entries";
import { useScreenEntries } from "./use-screen-entries";
import { useSearchEntries } from "./use-search-entries";

/** Keeps other commands visible during a large outage. */
const MAX_ONGOING = 6;

export const OrganizationPalette = createPaletteDialog(function Palette({
  initialQuery,
  onClose,
  onHelp,
}: PaletteProps) {
  const { page_url, at, is } = useOrganization();
  const [query, setQuery] = useState(initialQuery);
  const screen = useScreenEntries(query);
  const ongoing = useOngoingEntries();
  const { groups: found, isSearching } = useSearchEntries(query);
  const account = useAccountEntries(query, onHelp);
  const groups = [
    { heading: "On this screen", entries: screen },
    { heading: "Ongoing", entries: query === "" ? ongoing.slice(0, MAX_ONGOING) : [] },
    {
      heading: "Actions",
      entries: actions
        .filter(({ role }) => is(role))
        .map((action) => ({ ...action, path: at(action.path) })),
    },
    {
      heading: "Go to",
      entries: [
        ...[...mainNavigation, ...settingsNavigation]
          .filter(({ role }) => is(role))
          .map((item) => ({ ...item, keywords: "go to", path: at(item.path) })),
        {
          label: "View status page",
          keywords: "go to open public",
          icon: ExternalLink,
          run: () => void window.open(page_url, "_blank", "noopener"),
        },
        ...account,
      ],
    },
    ...found,
    // Below the records, so that Enter opens the record whose title was typed.
    { heading: "Ongoing", entries: query === "" ? [] : ongoing },
  ];
  return (
    <PaletteDialog
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      isSearching={isSearching}
      onClose={onClose}
    />
  );
});
