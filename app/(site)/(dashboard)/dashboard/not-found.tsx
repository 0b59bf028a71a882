"use client";

import { lazy } from "react";

// The component is loaded on demand, because Next.js loads this file with every screen.
const OrganizationNotFound = lazy(async () => ({
  default: (await import("@/components/organizations/organization-not-found")).OrganizationNotFound,
}));

export default function NotFound() {
  return <OrganizationNotFound />;
}
