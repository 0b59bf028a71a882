"use client";

import { useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";

export function useAuthors(): (id: string | null) => string | undefined {
  const { id: orgID } = useOrganization();
  const { data: members } = useReadAll("GET /v1/organizations/{orgID}/members", {
    params: { orgID },
  });
  return (id) => members?.find((member) => member.id === id)?.name;
}
