import { reader } from "@/lib/db/database";
import { joinConditions, joinValues, sql } from "@/lib/statements";
import type { Channel } from "./channel";

type AnnouncedEvent = {
  kind: string;
  /** Null for events of earlier releases, which match subscribers who confirmed at any time. */
  revision: number | null;
  incidentId: string | null;
  components: readonly { id: string }[];
};

/**
 * Selects the subscribers of an event: those whose filter matches the incident or components, and
 * who confirmed before the organization had the event's `revision`. Component updates are sent only
 * to those who chose them. Returns an SQL condition for the table `subscribers` with the alias `s`.
 */
export function buildAudienceCondition(event: AnnouncedEvent) {
  const { kind, revision, incidentId, components } = event;
  return joinConditions(
    sql`s.state IN ('active', 'quarantined')`,
    revision !== null && sql`s.confirmed_revision < ${revision}`,
    kind === "component.updated" && sql`s.component_updates`,
    sql`(s.everything OR EXISTS (SELECT 1 FROM subscriber_components c
        WHERE c.subscriber_id = s.id AND c.component_id IN (${joinValues(components.map(({ id }) => id))}))
      OR EXISTS (SELECT 1 FROM subscriber_incidents i
        WHERE i.subscriber_id = s.id AND i.incident_id = ${incidentId ?? ""}))`,
  );
}

export async function countAudience(
  organizationId: string,
  event: AnnouncedEvent,
): Promise<{ channel: Channel; count: number }[]> {
  const rows = await reader().$queryRaw<{ channel: Channel; count: number | bigint }[]>`
    SELECT s.channel, COUNT(*) AS count FROM subscribers s
    WHERE s.organization_id = ${organizationId} AND s.state = 'active'
      AND ${buildAudienceCondition(event)} GROUP BY s.channel`;
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}
