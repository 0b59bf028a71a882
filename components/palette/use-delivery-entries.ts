"use client";

import { RotateCw } from "lucide-react";
import { useRead } from "@/components/data/use-read";
import { eventLabel } from "@/components/deliveries/event-label";
import { redeliverLabel, useRedeliver } from "@/components/deliveries/use-redeliver";
import { useOrganization } from "@/components/organizations/organization-context";
import { useNow } from "@/components/ui/relative-time";
import type { EntryGroup } from "./entries";
import { SELDOM, wordsOf } from "./find";

/**
 * The newest deliveries, and the newest of those that failed, to be sent again: by receiver, by
 * what they tell. Nothing for who may only look, or before two words are typed.
 */
export function useDeliveryEntries(typed: string): EntryGroup[] {
  const { id: orgID, is } = useOrganization();
  const { redeliver } = useRedeliver();
  const now = useNow();
  // What is done at once asks for more than a name.
  const asked = is("editor") && wordsOf(typed).length > 1;
  const { data: failed = [] } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    asked ? { params: { orgID }, query: { state: "dead" } } : null,
    SELDOM,
  );
  const { data: newest = [] } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    asked ? { params: { orgID } } : null,
    SELDOM,
  );
  const all = new Map([...failed, ...newest].map((delivery) => [delivery.id, delivery]));
  return [
    {
      heading: "Deliveries",
      entries: [...all.values()].flatMap((delivery) => {
        const { id, state, event, title, address } = delivery;
        const again = redeliverLabel(delivery, now);
        if (again === null) return [];
        const what = title === null ? eventLabel(event) : `${eventLabel(event)}: “${title}”`;
        return [
          {
            label: `${again} to ${address}`,
            detail: what,
            words: `${what} redeliver delivery message ${state === "dead" ? "failed" : state}`,
            atOnce: "send again now resend redeliver",
            icon: RotateCw,
            of: id,
            run: () => void redeliver(delivery),
          },
        ];
      }),
    },
  ];
}
