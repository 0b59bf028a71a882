import { bulkReader } from "@/lib/statements";
import type { Channel } from "./channel";

/** Decides which subscribers an event is for: those confirmed before it, who chose its topics. */
export type Audience = { revision: number; incidentId: string; componentIds: string[] };

export const placeholders = (count: number): string => Array(count).fill("?").join(", ");

/** The SQL condition on `subscribers s`; its values are {@link audienceValues}. */
export const inAudience = ({ componentIds }: Audience): string => {
  const isAffected =
    componentIds.length === 0
      ? "1 = 0"
      : `c.component_id IN (${placeholders(componentIds.length)})`;
  return `(s.state IN ('active', 'quarantined') AND s.confirmed_revision < ? AND (s.everything
    OR EXISTS (SELECT 1 FROM subscriber_components c WHERE c.subscriber_id = s.id AND ${isAffected})
    OR EXISTS (SELECT 1 FROM subscriber_incidents i
      WHERE i.subscriber_id = s.id AND i.incident_id = ?)))`;
};
export const audienceValues = ({ revision, incidentId, componentIds }: Audience) => [
  revision,
  ...componentIds,
  incidentId,
];

/** Counts the active subscribers of an organization that an event is for, by channel. */
export async function countAudience(
  organizationId: string,
  audience: Audience,
): Promise<{ channel: Channel; count: number }[]> {
  const rows = await bulkReader().all<{ channel: Channel; count: number | bigint }>(
    `SELECT s.channel, COUNT(*) AS "count" FROM subscribers s
     WHERE s.organization_id = ? AND s.state = 'active' AND ${inAudience(audience)} GROUP BY s.channel`,
    [organizationId, ...audienceValues(audience)],
  );
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}
