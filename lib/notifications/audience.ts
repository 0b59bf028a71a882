import { reader } from "@/lib/db/database";
import { joinConditions, joinValues, sql } from "@/lib/statements";
import type { Channel } from "./channel";

/**
 * Selects the subscribers of an event: those whose filter matches the incident or components, and
 * who confirmed before the organization had this `revision`. With `isComponentUpdate`, only those
 * who chose component updates.
 */
export type Audience = {
  revision: number;
  incidentId: string;
  componentIds: string[];
  isComponentUpdate?: boolean;
};

/** Returns an SQL condition for rows of the table `subscribers` with the alias `s`. */
export const buildAudienceCondition = (audience: Audience) =>
  joinConditions(
    sql`s.state IN ('active', 'quarantined') AND s.confirmed_revision < ${audience.revision}`,
    audience.isComponentUpdate && sql`s.component_updates`,
    sql`(s.everything OR EXISTS (SELECT 1 FROM subscriber_components c
        WHERE c.subscriber_id = s.id AND c.component_id IN (${joinValues(audience.componentIds)}))
      OR EXISTS (SELECT 1 FROM subscriber_incidents i
        WHERE i.subscriber_id = s.id AND i.incident_id = ${audience.incidentId}))`,
  );

export async function countAudience(
  organizationId: string,
  audience: Audience,
): Promise<{ channel: Channel; count: number }[]> {
  const rows = await reader().$queryRaw<{ channel: Channel; count: number | bigint }[]>`
    SELECT s.channel, COUNT(*) AS count FROM subscribers s
    WHERE s.organization_id = ${organizationId} AND s.state = 'active'
      AND ${buildAudienceCondition(audience)} GROUP BY s.channel`;
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}
