"use client";

import { useMemo } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { Component } from "@/lib/http/client";

export function useComponents(): {
  components: readonly Component[] | undefined;
  names: ReadonlyMap<string, string>;
} {
  const { id: orgID } = useOrganization();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  return {
    components,
    names: useMemo(() => new Map(components?.map(({ id, name }) => [id, name])), [components]),
  };
}
