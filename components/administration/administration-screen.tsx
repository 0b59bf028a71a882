import { useSignedIn } from "@/components/auth/session";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SectionNavigation } from "@/components/ui/section-navigation";
import { administrationTabs } from "./administration-tabs";

type Props = { title: string; description: string; children: React.ReactNode };

/** Renders a screen for administrators. Other users see how to become an administrator. */
export function AdministrationScreen({ title, description, children }: Props) {
  const user = useSignedIn();
  const back = { href: "/dashboard", label: "Dashboard" };
  if (!user?.isAdministrator)
    return (
      <>
        <PageHeader title="Administration" back={back} />
        <Card>
          <EmptyState title="Only administrators of this installation can open this page">
            If you operate this installation, run{" "}
            <code className="font-mono wrap-anywhere">
              npx candor user make-admin {user?.email}
            </code>{" "}
            on its server, then reload this page.
          </EmptyState>
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title={title} description={description} back={back} />
      <SectionNavigation label="Administration" links={administrationTabs} />
      {children}
    </>
  );
}
