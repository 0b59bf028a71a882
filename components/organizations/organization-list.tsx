"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import useSWR from "swr";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { api, type ApiError } from "@/lib/http/client";
import { NewOrganizationForm } from "./new-organization-form";

/** My organizations, and a form for one more. */
export function OrganizationList() {
  const { data: organizations, error } = useSWR<Awaited<ReturnType<typeof api.listOrganizations>>, ApiError>("organizations", api.listOrganizations);
  return (
    <>
      <h1 className="text-xl font-semibold">Organizations</h1>
      <p className="mt-1 max-w-prose text-muted">Each has its own components, incidents and members.</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card>
          {error && !organizations && (
            <div className="p-4">
              <Message>{error.detail}</Message>
            </div>
          )}
          {!organizations && !error && <SkeletonRows rows={3} label="Loading organizations" />}
          {organizations?.length === 0 && (
            <EmptyState title="No organization yet">Create one for each status page you run: one for a company, or one for each of its products.</EmptyState>
          )}
          <ul>
            {organizations?.map(({ id, name, role }) => (
              <li key={id} className="border-b border-line last:border-b-0">
                <Link href={`/dashboard/${id}`} className="flex items-center gap-4 px-4 py-3 hover:bg-sunken">
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
        </Card>
        <Card className="p-4">
          <h2 className="mb-4 font-semibold">New organization</h2>
          <NewOrganizationForm />
        </Card>
      </div>
    </>
  );
}
