import { useOrganization } from "@/components/organizations/organization-context";
import { EmptyState } from "@/components/ui/empty-state";
import { RouteLink } from "@/components/ui/route-link";

/** The empty state of a list of maintenance. `children` is for users who can't schedule any. */
export function NoMaintenance({ title, children }: { title: string; children: string }) {
  const { at, is } = useOrganization();
  return (
    <EmptyState title={title}>
      {is("editor") ? (
        <>
          <RouteLink href={at("/maintenances/new")} prefetch={false}>
            Schedule maintenance
          </RouteLink>{" "}
          to let visitors know in advance.
        </>
      ) : (
        children
      )}
    </EmptyState>
  );
}
