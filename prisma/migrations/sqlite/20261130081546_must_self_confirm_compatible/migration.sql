-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN "must_self_confirm" BOOLEAN NOT NULL DEFAULT false;
