-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "public_change_ms" BIGINT NOT NULL DEFAULT 0;
