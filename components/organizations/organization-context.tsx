"use client";

import { useParams } from "next/navigation";
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
  if (organization === null) throw new Error("useOrganization requires a loaded organization");
  return organization;
}

export const getOrganizationPath = (orgID: string, path: string): string =>
  `/dashboard/${orgID}${path}`;

/** Returns paths of the organization in the URL, which are known before it is loaded. */
export function useOrganizationPaths(): (path: string) => string {
  const { orgID } = useParams<{ orgID: string }>();
  return (path) => getOrganizationPath(orgID, path);
}

/** Returns an absolute URL, except on the server. */
export const getAbsoluteUrl = (url: string): string =>
  typeof window === "undefined" ? url : new URL(url, window.location.href).href;

/** Returns null while the organization loads. */
export const useLoadedOrganization = (): CurrentOrganization | null => use(OrganizationContext);

export function OrganizationProvider({
  orgID,
  children,
}: {
  orgID: string;
  children: React.ReactNode;
}) {
  const { data, etag, error, isGone } = useRead("GET /v1/organizations/{orgID}", {
    params: { orgID },
  });
  if (isGone) return <OrganizationNotFound />;
  if (error)
    return error.status === 404 ? <OrganizationNotFound /> : <OrganizationNotFound error={error} />;
  const value: CurrentOrganization | null = data
    ? {
        ...data,
        etag,
        at: (path) => getOrganizationPath(orgID, path),
        is: (role) => isRoleAtLeast(data.role, role),
      }
    : null;
  return (
    <OrganizationContext value={value}>
      <TimeZoneContext value={data?.time_zone}>{children}</TimeZoneContext>
    </OrganizationContext>
  );
}
