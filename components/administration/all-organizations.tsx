"use client";

import { LoadingCard } from "@/components/data/loading-card";
import { useFilters } from "@/components/data/use-filters";
import { useReadPages } from "@/components/data/use-read";
import { MoreButton } from "@/components/ui/more-button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter";
import { organizationStates } from "@/lib/administration/values";
import { AdministrationScreen } from "./administration-screen";
import { OrganizationRow } from "./organization-row";

export function AllOrganizations() {
  return (
    <AdministrationScreen
      title="Organizations"
      description="All organizations on this installation and their sizes."
    >
      <Organizations />
    </AdministrationScreen>
  );
}

const stateLabels = { active: "Active", suspended: "Suspended" };
const stateOptions = organizationStates.map((value) => ({ value, label: stateLabels[value] }));

function Organizations() {
  const filters = useFilters({ q: null, state: organizationStates });
  const organizations = useReadPages("GET /v1/admin/organizations", {
    query: filters.values,
  });
  const { items } = organizations;
  return (
    <>
      <FilterBar
        filters={filters}
        search="Search names and IDs"
        selects={[{ name: "state", label: "State", options: stateOptions }]}
      />
      <LoadingCard of={organizations} rows={8} label="Loading organizations">
        {items?.length === 0 && (
          <EmptyState title={filters.hasAny ? "No matching organizations" : "No organizations yet"}>
            {filters.hasAny
              ? "Change or clear the filters."
              : "Organizations appear here once users create them."}
          </EmptyState>
        )}
        <ul aria-label="Organizations">
          {items?.map((organization) => (
            <OrganizationRow key={organization.id} organization={organization} />
          ))}
        </ul>
      </LoadingCard>
      <MoreButton pages={organizations}>Show more organizations</MoreButton>
    </>
  );
}
