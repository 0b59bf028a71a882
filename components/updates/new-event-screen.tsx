"use client";

import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";

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
  return (
    <>
      <PageHeader title={title} back={{ href: at(list.path), label: list.label }} />
      {is("editor") ? (
        children
      ) : (
        <Card>
          <EmptyState title="You have view-only access">
            {activity} requires the editor role. Ask an owner or admin for access.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
