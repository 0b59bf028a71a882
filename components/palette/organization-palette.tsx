"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { actions } from "./entries";
import { framed, type PaletteProps, PaletteWindow } from "./palette-window";
import { useAccountEntries } from "./use-account-entries";
import { useFound } from "./use-found";
import { useOngoing } from "./use-ongoing";
import { useRecordActions } from "./use-record-actions";

/** In a bad hour much goes on, and what else can be done must not be far below. */
const ONGOING_SHOWN = 6;

/** Every screen and every action of an organization, by its name. */
export const OrganizationPalette = framed(function Palette({
  begun,
  onClose,
  onHelp,
}: PaletteProps) {
  const { page_url, at, is } = useOrganization();
  const [typed, setTyped] = useState(begun);
  const here = useRecordActions(typed);
  const ongoing = useOngoing();
  const { found, searching } = useFound(typed);
  const account = useAccountEntries(typed, onHelp);
  const groups = [
    { heading: "On this screen", entries: here },
    { heading: "Ongoing", entries: typed === "" ? ongoing.slice(0, ONGOING_SHOWN) : [] },
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
          .map((place) => ({ ...place, words: "go to", path: at(place.path) })),
        {
          label: "View status page",
          words: "go to open public",
          icon: ExternalLink,
          run: () => void window.open(page_url, "_blank", "noopener"),
        },
        ...account,
      ],
    },
    ...found,
    // Below the records themselves: who types a title and presses Enter wants to see it first.
    { heading: "Ongoing", entries: typed === "" ? [] : ongoing },
  ];
  return (
    <PaletteWindow
      typed={typed}
      onType={setTyped}
      groups={groups}
      searching={searching}
      onClose={onClose}
    />
  );
});
