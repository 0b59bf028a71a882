-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN "is_self_service" BOOLEAN NOT NULL DEFAULT true;

-- A member added the endpoints that the audit log names, one by one or by import. Others count as self-service:
-- they keep working unless they are on a private network.
UPDATE "subscribers" SET "is_self_service" = false WHERE "channel" <> 'email' AND (
  EXISTS (SELECT 1 FROM "audit_entries" a WHERE a."organization_id" = "subscribers"."organization_id" AND a."subject_id" = "subscribers"."id" AND a."action" = 'subscriber.created')
  OR EXISTS (SELECT 1 FROM "audit_entries" a WHERE a."organization_id" = "subscribers"."organization_id" AND a."subject_id" = '' AND a."action" = 'subscriber.imported' AND a."at" = "subscribers"."created_at")
);
