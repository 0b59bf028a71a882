-- DropIndex
DROP INDEX "notification_events_fanned_out_at_organization_id_created_a_idx";

-- DropIndex
DROP INDEX "subscribers_organization_id_state_channel_everything_confir_idx";

-- AlterTable
ALTER TABLE "notification_events" ADD COLUMN     "revision" INTEGER;

-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN     "confirmed_revision" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "notification_events_fanned_out_at_organization_id_revision_idx" ON "notification_events"("fanned_out_at", "organization_id", "revision");

-- CreateIndex
CREATE INDEX "subscribers_organization_id_state_channel_everything_confir_idx" ON "subscribers"("organization_id", "state", "channel", "everything", "confirmed_revision", "id");
