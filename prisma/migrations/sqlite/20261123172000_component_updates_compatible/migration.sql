-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "reply_to" TEXT;

-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN "component_updates" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "notification_events" ADD COLUMN "component_id" TEXT REFERENCES "components" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "notification_events_component_id_idx" ON "notification_events"("component_id");
