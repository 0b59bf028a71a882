-- AlterTable
ALTER TABLE "notification_events" ADD COLUMN "deleted_deliveries" TEXT;
