"use client";

import { useOrganization } from "@/components/organizations/organization-context";
import { settingsNavigation } from "@/components/shell/navigation";
import { SectionNavigation } from "@/components/ui/section-navigation";

export function SettingsNavigation() {
  const { at, is } = useOrganization();
  const links = settingsNavigation
    .filter(({ role }) => is(role))
    .map(({ path, label }) => ({ path: at(path), label }));
  return <SectionNavigation label="Settings" links={links} />;
}
