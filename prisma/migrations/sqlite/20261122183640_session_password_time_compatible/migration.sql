-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "password_at" DATETIME;
