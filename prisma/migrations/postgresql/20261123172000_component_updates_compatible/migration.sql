-- AlterTable
ALTER TABLE "notification_events" ADD COLUMN "component_id" TEXT;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "reply_to" TEXT;

-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN "component_updates" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "notification_events_component_id_idx" ON "notification_events"("component_id");

-- AddForeignKey
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE SET NULL ON UPDATE CASCADE;
