-- AlterTable
ALTER TABLE "users" ADD COLUMN "is_administrator" BOOLEAN NOT NULL DEFAULT false;
