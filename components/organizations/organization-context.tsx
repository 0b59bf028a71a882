"use client";

import { createContext, use } from "react";
import { useRead } from "@/components/data/use-read";
import { TimeZoneContext } from "@/components/ui/timestamp";
import type { OrganizationResponse } from "@/lib/http/api-client";
import { type Role, isRoleAtLeast } from "@/lib/roles";
import { OrganizationNotFound } from "./organization-not-found";

type CurrentOrganization = OrganizationResponse & {
  at: (path: string) => string;
  is: (role: Role) => boolean;
  etag: string | null;
};

const OrganizationContext = createContext<CurrentOrganization | null>(null);

export function useOrganization(): CurrentOrganization {
  const organization = use(OrganizationContext);
  if (organization === null) throw new Error("useOrganization requires an OrganizationProvider");
  return organization;
}

export const getOrganizationPath = (orgID: string, path: string): string =>
  `/dashboard/${orgID}${path}`;

/** Returns an absolute URL, except on the server. */
export const getAbsoluteUrl = (url: string): string =>
  typeof window === "undefined" ? url : new URL(url, window.location.href).href;

export function OrganizationProvider({
  orgID,
  loading,
  children,
}: {
  orgID: string;
  loading: React.ReactNode;
  children: React.ReactNode;
}) {
  const { data, etag, error, isGone } = useRead("GET /v1/organizations/{orgID}", {
    params: { orgID },
  });
  if (isGone) return <OrganizationNotFound />;
  if (error)
    return error.status === 404 ? <OrganizationNotFound /> : <OrganizationNotFound error={error} />;
  if (data === undefined) return loading;
  const value: CurrentOrganization = {
    ...data,
    etag,
    at: (path) => getOrganizationPath(orgID, path),
    is: (role) => isRoleAtLeast(data.role, role),
  };
  return (
    <OrganizationContext value={value}>
      <TimeZoneContext value={data.time_zone}>{children}</TimeZoneContext>
    </OrganizationContext>
  );
}
