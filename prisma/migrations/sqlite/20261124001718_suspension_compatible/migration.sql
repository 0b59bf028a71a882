-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "suspended_at" DATETIME;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "disabled_at" DATETIME;
