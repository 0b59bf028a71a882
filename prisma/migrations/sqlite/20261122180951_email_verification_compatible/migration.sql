-- AlterTable
ALTER TABLE "mail_jobs" ADD COLUMN "organization_id" TEXT;

-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN "self_confirmed_at" DATETIME;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_verified_at" DATETIME;

-- Accounts that exist count as verified. Subscribers that were confirmed after they were added confirmed themselves.
UPDATE "users" SET "email_verified_at" = "created_at";
UPDATE "subscribers" SET "self_confirmed_at" = "confirmed_at" WHERE "channel" = 'email' AND "confirmed_at" > "created_at";
