"use client";

import { useMemo } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { ApiError, ComponentResponse } from "@/lib/http/api-client";

export function useComponents(): {
  components: readonly ComponentResponse[] | undefined;
  names: ReadonlyMap<string, string>;
  error: ApiError | undefined;
} {
  const { id: orgID } = useOrganization();
  const { data: components, error } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  return {
    components,
    error,
    names: useMemo(() => new Map(components?.map(({ id, name }) => [id, name])), [components]),
  };
}
