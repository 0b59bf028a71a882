"use client";

import { Building2 } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { isRoleAtLeast } from "@/lib/roles";
import { type Action, actions } from "./entries";
import { wordsOf } from "./find";
import { framed, type PaletteProps, PaletteWindow } from "./palette-window";
import { useAccountEntries } from "./use-account-entries";

/** Where one is in no organization: into each of them, and all that can be done and seen there. */
export const HomePalette = framed(function Palette({ begun, onClose, onHelp }: PaletteProps) {
  const [typed, setTyped] = useState(begun);
  const account = useAccountEntries(typed, onHelp);
  const { data: organizations = [], isReading } = useRead("GET /v1/organizations", {});
  const somewhere = wordsOf(typed).length > 0;
  const inEach = (places: readonly Action[]) =>
    organizations.flatMap(({ id, name, role }) =>
      places
        .filter((place) => place.path !== "" && isRoleAtLeast(role, place.role))
        .map(({ path, words = "", ...place }) => ({
          ...place,
          detail: name,
          words: `${words} ${name}`,
          path: `/dashboard/${id}${path}`,
        })),
    );
  const groups = [
    {
      heading: "Organizations",
      entries: organizations.map(({ id, name, role }) => ({
        label: name,
        detail: role,
        words: "go to organization overview",
        icon: Building2,
        path: `/dashboard/${id}`,
      })),
    },
    {
      heading: "Account",
      entries: [
        { label: "My organizations", words: "all home", icon: Building2, path: "/dashboard" },
        ...account,
      ],
    },
    // Of several organizations that is too much to look through before it is known what is sought.
    { heading: "Actions", entries: somewhere || organizations.length === 1 ? inEach(actions) : [] },
    {
      heading: "Go to",
      entries: somewhere ? inEach([...mainNavigation, ...settingsNavigation]) : [],
    },
  ];
  return (
    <PaletteWindow
      typed={typed}
      onType={setTyped}
      groups={groups}
      searching={isReading}
      onClose={onClose}
    />
  );
});
