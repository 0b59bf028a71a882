-- Uptime is computed from the status timeline alone
DROP TABLE "settled_outages";

-- Covers the statuses
DROP INDEX "component_status_changes_component_id_at_id_idx";
CREATE INDEX "component_status_changes_component_id_at_id_status_idx" ON "component_status_changes"("component_id", "at", "id", "status");
