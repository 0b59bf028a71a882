-- AlterTable
ALTER TABLE "incidents" ADD COLUMN "deleted_changes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "maintenances" ADD COLUMN "deleted_changes" INTEGER NOT NULL DEFAULT 0;
