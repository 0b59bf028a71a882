"use client";

import { LoadingCard } from "@/components/data/loading-card";
import { useFilters } from "@/components/data/use-filters";
import { useReadPages } from "@/components/data/use-read";
import { MoreButton } from "@/components/ui/more-button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter";
import { userStates } from "@/lib/administration/values";
import { AdministrationScreen } from "./administration-screen";
import { UserRow } from "./user-row";

export function UserList() {
  return (
    <AdministrationScreen
      title="Users"
      description="Everyone who has an account on this installation."
    >
      <Users />
    </AdministrationScreen>
  );
}

const stateLabels = { enabled: "Enabled", disabled: "Disabled", administrator: "Administrators" };
const stateOptions = userStates.map((value) => ({ value, label: stateLabels[value] }));

function Users() {
  const filters = useFilters({ q: null, state: userStates });
  const users = useReadPages("GET /v1/admin/users", {
    query: filters.values,
  });
  const { items } = users;
  return (
    <>
      <FilterBar
        filters={filters}
        search="Search names and emails"
        selects={[{ name: "state", label: "State", options: stateOptions }]}
      />
      <LoadingCard of={users} rows={8} label="Loading users">
        {items?.length === 0 && (
          <EmptyState title="No matching users">Change or clear the filters.</EmptyState>
        )}
        <ul aria-label="Users">
          {items?.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </ul>
      </LoadingCard>
      <MoreButton pages={users}>Show older users</MoreButton>
    </>
  );
}
