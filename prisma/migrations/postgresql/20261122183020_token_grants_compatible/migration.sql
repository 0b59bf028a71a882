-- DropForeignKey
ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_created_by_fkey";

-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "grants" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "via_token" BOOLEAN NOT NULL DEFAULT false;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The creator of a token that another token created is the user behind the first of them, as the audit log has it.
UPDATE "api_tokens" SET "created_by" = (
  WITH RECURSIVE origin (kind, id) AS (
    SELECT a."actor_kind", a."actor_id" FROM "audit_entries" a WHERE a."action" = 'token.created' AND a."organization_id" = "api_tokens"."organization_id" AND a."subject_id" = "api_tokens"."id"
    UNION
    SELECT a."actor_kind", a."actor_id" FROM "audit_entries" a JOIN origin o ON o.kind = 'token' AND a."action" = 'token.created' AND a."subject_id" = o.id
  )
  SELECT u."id" FROM origin o JOIN "users" u ON u."id" = o.id WHERE o.kind = 'user' LIMIT 1
) WHERE "created_by" IS NULL;
