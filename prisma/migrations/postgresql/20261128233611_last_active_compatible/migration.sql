-- AlterTable
ALTER TABLE "users" ADD COLUMN     "last_active_at" TIMESTAMP(3);

-- Sessions that have ended are deleted, so the last use of older ones is unknown.
UPDATE "users" SET "last_active_at" =
  (SELECT MAX(s."last_used_at") FROM "sessions" s WHERE s."user_id" = "users"."id");
