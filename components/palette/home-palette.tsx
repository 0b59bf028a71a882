"use client";

import { Building2 } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { type Action, actions, listPermitted, type Row, toEntries } from "./entries";
import { createPaletteDialog, type PaletteProps, PaletteDialog } from "./palette-dialog";
import { useAccountEntries } from "./account-entries";

const icon = Building2;
const home: Row = ["My organizations", "all home", "/dashboard", { icon }];
const navigation = [...mainNavigation, ...settingsNavigation].filter(({ path }) => path !== "");

export const HomePalette = createPaletteDialog(function Palette(palette: PaletteProps) {
  const [query, onQueryChange] = useState(palette.initialQuery);
  const account = useAccountEntries(query, palette.onHelp);
  const { data: organizations = [], isReading } = useRead("GET /v1/organizations", {});
  const hasQuery = query.trim() !== "";
  const listAll = (items: readonly Action[]) =>
    organizations.flatMap((organization) =>
      listPermitted(organization, items).map((entry) => ({
        ...entry,
        detail: organization.name,
        keywords: `${entry.keywords ?? ""} ${organization.name}`,
      })),
    );
  const organizationRows = organizations.map(({ id, name, role }): Row => [
    name,
    "go to organization overview",
    `/dashboard/${id}`,
    { detail: role, icon },
  ]);
  // With several organizations, there are too many commands to list without a query.
  const hasActions = hasQuery || organizations.length === 1;
  const groups = [
    { heading: "Organizations", entries: toEntries(organizationRows) },
    { heading: "Account", entries: [...toEntries([home]), ...account] },
    { heading: "Actions", entries: hasActions ? listAll(actions) : [] },
    { heading: "Go to", entries: hasQuery ? listAll(navigation) : [] },
  ];
  return (
    <PaletteDialog
      {...{ query, onQueryChange, groups }}
      isSearching={isReading}
      onClose={palette.onClose}
    />
  );
});
