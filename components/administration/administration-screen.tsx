"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useSignedIn } from "@/components/auth/session";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { administrationTabs } from "./administration-tabs";

type Props = { title: string; description: string; children: React.ReactNode };

/** The frame of all screens for administrators. Others see how to become one. */
export function AdministrationScreen({ title, description, children }: Props) {
  const pathname = usePathname();
  const user = useSignedIn();
  const back = { href: "/dashboard", label: "Dashboard" };
  if (!user?.isAdministrator)
    return (
      <>
        <PageHeader title="Administration" back={back} />
        <Card>
          <EmptyState title="Requires an administrator of this installation">
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
      <nav aria-label="Administration" className="mb-6 flex flex-wrap gap-x-2 border-b border-line">
        {administrationTabs.map(({ path, label }) => (
          <Link
            key={path}
            href={path}
            prefetch={false}
            aria-current={pathname === path ? "page" : undefined}
            className={
              "-mb-px flex min-h-9 items-center border-b-2 border-transparent px-2 text-muted " +
              "hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium " +
              "aria-[current=page]:text-ink pointer-coarse:min-h-11"
            }
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
