-- AlterTable
ALTER TABLE "notification_events" ADD COLUMN "not_before" DATETIME;
ALTER TABLE "notification_events" ADD COLUMN "update_id" TEXT;
ALTER TABLE "notification_events" ADD COLUMN "withdrawn_at" DATETIME;
-- Events whose deliveries are not all finished know their update, so that it can be withdrawn.
UPDATE notification_events SET update_id = json_extract(payload, '$.updates[0].id')
WHERE kind NOT IN ('incident.postmortem_published', 'maintenance.reminder', 'test') AND (fanned_out_at IS NULL OR EXISTS (
  SELECT 1 FROM deliveries d WHERE d.organization_id = notification_events.organization_id AND d.event_id = notification_events.id AND d.state IN ('pending', 'held')));
