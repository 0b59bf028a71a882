"use client";

import { useSignedIn } from "@/components/auth/session";
import { useRead, useRefresh } from "@/components/data/use-read";
import { TimeZoneContext } from "@/components/ui/timestamp";
import { useHydrated } from "@/components/ui/use-hydrated";
import { createOrganizationCall, type OrganizationResponse } from "@/lib/http/api-client";
import { isRoleAtLeast, type Role } from "@/lib/roles";
import { OrganizationContext } from "./organization-context";
import { OrganizationNotFound } from "./organization-not-found";

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
  const refresh = useRefresh(orgID);
  const { data, error, isGone } = useRead(
    "GET /v1/organizations/{orgID}",
    { params: { orgID } },
    { initial: isOwn ? initial : null, revalidatesOnMount: isHydrated },
  );
  if (isGone) return <OrganizationNotFound />;
  if (error)
    return error.status === 404 ? <OrganizationNotFound /> : <OrganizationNotFound error={error} />;
  if (data === undefined) return <output className="sr-only">Loading organization</output>;
  const value = {
    ...data,
    at: (path: string) => `/dashboard/${orgID}${path}`,
    is: (role: Role) => isRoleAtLeast(data.role, role),
    call: createOrganizationCall(orgID),
    refresh,
  };
  return (
    <OrganizationContext value={value}>
      <TimeZoneContext value={data.time_zone}>{children}</TimeZoneContext>
    </OrganizationContext>
  );
}
