"use client";

import dynamic from "next/dynamic";

// Loaded on demand, for the reason in [orgID]/not-found.tsx.
export default dynamic(
  async () =>
    (await import("@/components/organizations/organization-not-found")).OrganizationNotFound,
  { ssr: false },
);
