"use client";

import { createContext, use } from "react";
import { useRead } from "@/components/data/use-read";
import type { Organization } from "@/lib/http/client";
import { type Role, satisfies } from "@/lib/roles";
import { NoSuchOrganization } from "./no-such-organization";

type Current = Organization & {
  /** The address of a screen of this organization: `at("/incidents")`. */
  at: (path: string) => string;
  /** Whether who is signed in has at least this role here: what they may not do is not shown. */
  is: (role: Role) => boolean;
  etag: string | null;
};

const OrganizationContext = createContext<Current | null>(null);

/** The organization whose screens these are. */
export function useOrganization(): Current {
  const organization = use(OrganizationContext);
  if (organization === null) throw new Error("useOrganization is for the screens of an organization");
  return organization;
}

/** Reads the organization; what is inside is shown once it is there. */
export function OrganizationProvider({ orgID, loading, children }: { orgID: string; loading: React.ReactNode; children: React.ReactNode }) {
  const { data, etag, error, gone } = useRead("GET /v1/organizations/{orgID}", { params: { orgID } });
  if (gone) return <NoSuchOrganization />;
  if (error) return error.status === 404 ? <NoSuchOrganization /> : <NoSuchOrganization title="This organization cannot be shown" why={error.detail} />;
  if (data === undefined) return loading;
  const value: Current = { ...data, etag, at: (path) => `/dashboard/${orgID}${path}`, is: (role) => satisfies(data.role, role) };
  return <OrganizationContext value={value}>{children}</OrganizationContext>;
}
