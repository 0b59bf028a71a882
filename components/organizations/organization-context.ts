import { createContext, use } from "react";
import { useBrowserValue } from "@/components/ui/use-hydrated";
import type { OrganizationCall, OrganizationResponse } from "@/lib/http/api-client";
import type { Role } from "@/lib/roles";

type CurrentOrganization = OrganizationResponse & {
  at: (path: string) => string;
  is: (role: Role) => boolean;
  /** Calls an operation. Adds the organization's ID to the path parameters. */
  call: OrganizationCall;
  /** Reads the organization's data again. */
  refresh: () => Promise<void>;
};

export const OrganizationContext = createContext<CurrentOrganization | null>(null);

export function useOrganization(): CurrentOrganization {
  const organization = use(OrganizationContext);
  if (organization === null) throw new Error("useOrganization requires an OrganizationProvider");
  return organization;
}

/** Returns false if the user was signed out when the server rendered the page. */
export const useHasOrganization = (): boolean => use(OrganizationContext) !== null;

/** Returns an absolute URL, or `url` until React has hydrated the page. */
export const useAbsoluteUrl = (url: string): string =>
  useBrowserValue(() => new URL(url, window.location.href).href, url);
