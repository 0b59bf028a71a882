import { getBulkReader } from "@/lib/statements";
import type { Channel } from "./channel";

/** The subscribers of an event: confirmed before it, with a matching filter. */
export type Audience = {
  revision: number;
  incidentId: string;
  componentIds: string[];
  isComponentUpdate?: boolean;
};

export const createPlaceholders = (count: number): string => Array(count).fill("?").join(", ");

/** A condition on `subscribers s`, with the values of {@link listAudienceValues}. */
export const buildAudienceCondition = ({ componentIds, isComponentUpdate }: Audience): string => {
  const isAffected =
    componentIds.length === 0
      ? "1 = 0"
      : `c.component_id IN (${createPlaceholders(componentIds.length)})`;
  return `(s.state IN ('active', 'quarantined') AND s.confirmed_revision < ?
    ${isComponentUpdate ? "AND s.component_updates" : ""} AND (s.everything
    OR EXISTS (SELECT 1 FROM subscriber_components c WHERE c.subscriber_id = s.id AND ${isAffected})
    OR EXISTS (SELECT 1 FROM subscriber_incidents i
      WHERE i.subscriber_id = s.id AND i.incident_id = ?)))`;
};
export const listAudienceValues = ({ revision, incidentId, componentIds }: Audience) => [
  revision,
  ...componentIds,
  incidentId,
];

export async function countAudience(
  organizationId: string,
  audience: Audience,
): Promise<{ channel: Channel; count: number }[]> {
  const rows = await getBulkReader().all<{ channel: Channel; count: number | bigint }>(
    `SELECT s.channel, COUNT(*) AS "count" FROM subscribers s
     WHERE s.organization_id = ? AND s.state = 'active' AND ${buildAudienceCondition(audience)} GROUP BY s.channel`,
    [organizationId, ...listAudienceValues(audience)],
  );
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}
