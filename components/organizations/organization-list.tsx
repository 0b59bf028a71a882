"use client";

import { ChevronRight, Plus } from "lucide-react";
import Link from "next/link";
import { LoadingCard } from "@/components/data/loading-card";
import { useRead } from "@/components/data/use-read";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { NewOrganizationScreen } from "./new-organization";

export function OrganizationList() {
  const { data: organizations, error } = useRead("GET /v1/organizations", {});
  if (organizations?.length === 0) return <NewOrganizationScreen first />;
  return (
    <>
      {/* Hidden while loading, because users without organizations see another screen. */}
      {(organizations || error) && (
        <PageHeader
          title="Organizations"
          description="Each organization has its own status page, components, and team."
        >
          <Link href="/new-organization" prefetch={false} className={buttonClass("secondary")}>
            <Plus className="size-4" /> New organization
          </Link>
        </PageHeader>
      )}
      <LoadingCard
        of={{ data: organizations, error }}
        rows={3}
        label="Loading organizations"
        shape="text"
      >
        <ul>
          {organizations?.map(({ id, name, role }) => (
            <li key={id} className="border-b border-line last:border-b-0">
              <Link
                href={`/dashboard/${id}`}
                prefetch={false}
                className="flex items-center gap-4 px-4 py-3 hover:bg-sunken"
              >
                <span
                  className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken font-semibold text-muted"
                  aria-hidden="true"
                  dir="auto"
                >
                  {[...name][0]?.toUpperCase()}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-medium wrap-anywhere">
                    <bdi>{name}</bdi>
                  </span>
                  <span className="block font-mono text-xs wrap-anywhere text-muted">{id}</span>
                </span>
                <span className="text-xs text-muted capitalize">{role}</span>
                <ChevronRight className="size-4 shrink-0 text-muted rtl:rotate-180" />
              </Link>
            </li>
          ))}
        </ul>
      </LoadingCard>
    </>
  );
}
