"use client";

import dynamic from "next/dynamic";

// The component is loaded on demand, because Next loads this file with every screen.
export default dynamic(
  async () =>
    (await import("@/components/organizations/organization-not-found")).OrganizationNotFound,
  { ssr: false },
);
