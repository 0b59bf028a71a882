"use client";

import { Building2 } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { mainNavigation, settingsNavigation } from "@/components/shell/navigation";
import { isRoleAtLeast } from "@/lib/roles";
import { type Action, actions } from "./entries";
import { createPaletteDialog, type PaletteProps, PaletteDialog } from "./palette-dialog";
import { useAccountEntries } from "./use-account-entries";

export const HomePalette = createPaletteDialog(function Palette({
  initialQuery,
  onClose,
  onHelp,
}: PaletteProps) {
  const [query, setQuery] = useState(initialQuery);
  const account = useAccountEntries(query, onHelp);
  const { data: organizations = [], isReading } = useRead("GET /v1/organizations", {});
  const hasQuery = query.trim() !== "";
  const createEntries = (items: readonly (Omit<Action, "keywords"> & { keywords?: string })[]) =>
    organizations.flatMap(({ id, name, role }) =>
      items
        .filter((item) => item.path !== "" && isRoleAtLeast(role, item.role))
        .map(({ path, keywords = "", ...item }) => ({
          ...item,
          detail: name,
          keywords: `${keywords} ${name}`,
          path: `/dashboard/${id}${path}`,
        })),
    );
  const groups = [
    {
      heading: "Organizations",
      entries: organizations.map(({ id, name, role }) => ({
        label: name,
        detail: role,
        keywords: "go to organization overview",
        icon: Building2,
        path: `/dashboard/${id}`,
      })),
    },
    {
      heading: "Account",
      entries: [
        { label: "My organizations", keywords: "all home", icon: Building2, path: "/dashboard" },
        ...account,
      ],
    },
    // With several organizations, there are too many commands to list without a query.
    {
      heading: "Actions",
      entries: hasQuery || organizations.length === 1 ? createEntries(actions) : [],
    },
    {
      heading: "Go to",
      entries: hasQuery ? createEntries([...mainNavigation, ...settingsNavigation]) : [],
    },
  ];
  return (
    <PaletteDialog
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      isSearching={isReading}
      onClose={onClose}
    />
  );
});
