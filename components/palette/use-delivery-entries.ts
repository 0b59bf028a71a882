"use client";

import { RotateCw } from "lucide-react";
import { useRead } from "@/components/data/use-read";
import { getEventLabel } from "@/components/deliveries/event-label";
import { redeliverLabel, useRedeliver } from "@/components/deliveries/use-redeliver";
import { useOrganization } from "@/components/organizations/organization-context";
import { useNow } from "@/components/ui/relative-time";
import type { PaletteEntry } from "./entries";
import { SLOW_REFRESH } from "./match";

export function useDeliveryEntries(words: readonly string[]): PaletteEntry[] {
  const { id: orgID, is } = useOrganization();
  const { redeliver } = useRedeliver();
  const now = useNow();
  const isUsed = is("editor") && words.length > 1;
  const { data: failed = [] } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    isUsed ? { params: { orgID }, query: { state: "dead" } } : null,
    SLOW_REFRESH,
  );
  const { data: newest = [] } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    isUsed ? { params: { orgID } } : null,
    SLOW_REFRESH,
  );
  const deliveries = new Map([...failed, ...newest].map((delivery) => [delivery.id, delivery]));
  return [...deliveries.values()].flatMap((delivery) => {
    const { id, state, event, title, address } = delivery;
    const label = redeliverLabel(delivery, now);
    if (label === null) return [];
    const detail = title === null ? getEventLabel(event) : `${getEventLabel(event)}: “${title}”`;
    return [
      {
        label: `${label} to ${address}`,
        detail,
        keywords: `${detail} redeliver delivery message ${state === "dead" ? "failed" : state}`,
        requiredWords: "send again now resend redeliver",
        icon: RotateCw,
        id,
        run: () => void redeliver(delivery),
      },
    ];
  });
}
