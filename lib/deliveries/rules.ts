import type { EmailTexts } from "@/lib/email/email-texts";
import { newId } from "@/lib/ids";
import type { EventPayload } from "@/lib/notifications/notification-event";

/** In counts and filters, the state of a pending delivery with at least one failed attempt. */
export const FAILING = "failing";

export type DeliveryCount = { state: string; channel: string; count: number };

export function mergeCounts(counts: readonly DeliveryCount[]): DeliveryCount[] {
  const sums = new Map<string, DeliveryCount>();
  for (const { state, channel, count } of counts) {
    const key = `${state} ${channel}`;
    sums.set(key, { state, channel, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

export const parseCounts = (kept: string | null): DeliveryCount[] =>
  kept === null ? [] : (JSON.parse(kept) as DeliveryCount[]);

export function buildTestPayload(
  organizationId: string,
  at: Date,
  page: EventPayload["page"],
  texts: EmailTexts,
): EventPayload {
  const time = at.toISOString();
  return {
    incident: {
      id: newId(),
      organization_id: organizationId,
      title: texts.testMessage,
      status: "resolved",
      impact: "none",
      started_at: time,
      resolved_at: time,
      created_at: time,
      updated_at: time,
      component_ids: [],
    },
    updates: [
      {
        id: newId(),
        status: "resolved",
        body: texts.testText,
        created_at: time,
        updated_at: time,
      },
    ],
    components: [],
    page,
  };
}
