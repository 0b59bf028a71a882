import type { Tx } from "@/lib/db/database";

/** Returns true if any text of the organization has a translation. */
export async function hasTranslations(tx: Tx, organizationId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ count: bigint | number }]>`
    SELECT count(*) AS count FROM organizations o WHERE o.id = ${organizationId} AND (
      o.translations <> '{}'
      OR EXISTS (SELECT 1 FROM component_groups
        WHERE organization_id = o.id AND translations <> '{}')
      OR EXISTS (SELECT 1 FROM components WHERE organization_id = o.id AND translations <> '{}')
      OR EXISTS (SELECT 1 FROM templates WHERE organization_id = o.id AND translations <> '{}')
      OR EXISTS (SELECT 1 FROM incidents i WHERE i.organization_id = o.id AND (
        i.translations <> '{}' OR i.postmortem_translations <> '{}'
        OR EXISTS (SELECT 1 FROM incident_updates
          WHERE incident_id = i.id AND translations <> '{}')))
      OR EXISTS (SELECT 1 FROM maintenances m WHERE m.organization_id = o.id AND (
        m.translations <> '{}'
        OR EXISTS (SELECT 1 FROM maintenance_updates
          WHERE maintenance_id = m.id AND translations <> '{}'))))`;
  return Number(row.count) > 0;
}
