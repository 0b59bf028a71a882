import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm, SkeletonRows } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";

const NewEventSkeleton = () => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
    <SkeletonForm fields={4} label="Loading form" />
    <Card className="hidden lg:block">
      <SkeletonRows rows={3} shape="text" />
    </Card>
  </div>
);

type NewEventScreenProps = {
  title: string;
  list: { path: string; label: string };
  /** The activity that requires the editor role, such as "Reporting incidents". */
  activity: string;
  children: React.ReactNode;
};

/** The screen with the form for a new incident or maintenance, which requires the editor role. */
export function NewEventScreen({ title, list, activity, children }: NewEventScreenProps) {
  const { at, is } = useOrganization();
  // The form depends on the browser's time zone and a stored draft, and focuses its first field.
  const isHydrated = useHydrated();
  return (
    <>
      <PageHeader title={title} back={{ href: at(list.path), label: list.label }} />
      {!is("editor") ? (
        <Card>
          <EmptyState title="You have view-only access">
            {activity} requires the editor role. Ask an owner or admin for access.
          </EmptyState>
        </Card>
      ) : isHydrated ? (
        children
      ) : (
        <NewEventSkeleton />
      )}
    </>
  );
}
