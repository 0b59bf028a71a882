import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { type Role, withArticle } from "@/lib/roles";
import { useOrganization } from "./organization-context";

export function RequireRole({ least, children }: { least: Role; children: React.ReactNode }) {
  const organization = useOrganization();
  if (organization.is(least)) return children;
  return (
    <Card>
      <EmptyState title={`Requires the ${least} role`}>
        You are {withArticle(organization.role)} in this organization. Ask an owner or admin for
        access. They are listed under Team.
      </EmptyState>
    </Card>
  );
}
