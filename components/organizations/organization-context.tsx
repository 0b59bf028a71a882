"use client";

import { createContext, use } from "react";
import { useSignedIn } from "@/components/auth/session";
import { useRead } from "@/components/data/use-read";
import { TimeZoneContext } from "@/components/ui/timestamp";
import { useBrowserValue, useHydrated } from "@/components/ui/use-hydrated";
import type { OrganizationResponse } from "@/lib/http/api-client";
import { type Role, isRoleAtLeast } from "@/lib/roles";
import { OrganizationNotFound } from "./organization-not-found";

type CurrentOrganization = OrganizationResponse & {
  at: (path: string) => string;
  is: (role: Role) => boolean;
};

const OrganizationContext = createContext<CurrentOrganization | null>(null);

export function useOrganization(): CurrentOrganization {
  const organization = use(OrganizationContext);
  if (organization === null) throw new Error("useOrganization requires an OrganizationProvider");
  return organization;
}

/** Returns false if the server has found no session. */
export const useHasOrganization = (): boolean => use(OrganizationContext) !== null;

/** Returns an absolute URL, or `url` until React has hydrated the page. */
export const useAbsoluteUrl = (url: string): string =>
  useBrowserValue(() => new URL(url, window.location.href).href, url);

type OrganizationProviderProps = {
  orgID: string;
  /** The organization as the server read it. If null, the browser reads it, and shows errors. */
  initial: OrganizationResponse | null;
  /** The user for whom the server read it. Another tab may have signed in as a different user. */
  userID: string;
  children: React.ReactNode;
};

export function OrganizationProvider({
  orgID,
  initial,
  userID,
  children,
}: OrganizationProviderProps) {
  const isOwn = useSignedIn()?.id === userID;
  // After hydration, an older response or error in the cache takes precedence over `initial`.
  const isHydrated = useHydrated();
  const { data, error, isGone } = useRead(
    "GET /v1/organizations/{orgID}",
    { params: { orgID } },
    { initial: isOwn ? initial : null, readsOnMount: isHydrated },
  );
  if (isGone) return <OrganizationNotFound />;
  if (error)
    return error.status === 404 ? <OrganizationNotFound /> : <OrganizationNotFound error={error} />;
  if (data === undefined) return <output className="sr-only">Loading organization</output>;
  const value: CurrentOrganization = {
    ...data,
    at: (path) => `/dashboard/${orgID}${path}`,
    is: (role) => isRoleAtLeast(data.role, role),
  };
  return (
    <OrganizationContext value={value}>
      <TimeZoneContext value={data.time_zone}>{children}</TimeZoneContext>
    </OrganizationContext>
  );
}
