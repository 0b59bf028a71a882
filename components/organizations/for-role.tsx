"use client";

import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { Role } from "@/lib/roles";
import { useOrganization } from "./organization-context";

/** What is shown from a role on. Others, whom only an address leads here, are told why there is nothing. */
export function ForRole({ least, children }: { least: Role; children: React.ReactNode }) {
  const organization = useOrganization();
  if (organization.is(least)) return children;
  return (
    <Card>
      <EmptyState title={`For ${least}s`}>
        You are {organization.role === "viewer" ? "a" : "an"} {organization.role} here. Ask an owner or admin, who are listed under Team.
      </EmptyState>
    </Card>
  );
}
