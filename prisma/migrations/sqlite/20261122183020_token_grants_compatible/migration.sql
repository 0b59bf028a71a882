-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_api_tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "grants" TEXT NOT NULL DEFAULT '',
    "created_by" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME,
    "last_used_at" DATETIME,
    CONSTRAINT "api_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "api_tokens_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_api_tokens" ("created_at", "created_by", "expires_at", "hint", "id", "last_used_at", "name", "organization_id", "role", "token_hash") SELECT "created_at", "created_by", "expires_at", "hint", "id", "last_used_at", "name", "organization_id", "role", "token_hash" FROM "api_tokens";
DROP TABLE "api_tokens";
ALTER TABLE "new_api_tokens" RENAME TO "api_tokens";
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");
CREATE INDEX "api_tokens_organization_id_id_idx" ON "api_tokens"("organization_id", "id");
CREATE INDEX "api_tokens_created_by_idx" ON "api_tokens"("created_by");
CREATE TABLE "new_invitations" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by" TEXT,
    "via_token" BOOLEAN NOT NULL DEFAULT false,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "accepted_at" DATETIME,
    CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_invitations" ("accepted_at", "created_at", "email", "expires_at", "id", "invited_by", "organization_id", "role", "token_hash") SELECT "accepted_at", "created_at", "email", "expires_at", "id", "invited_by", "organization_id", "role", "token_hash" FROM "invitations";
DROP TABLE "invitations";
ALTER TABLE "new_invitations" RENAME TO "invitations";
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_organization_id_id_idx" ON "invitations"("organization_id", "id");
CREATE INDEX "invitations_invited_by_idx" ON "invitations"("invited_by");
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- The creator of a token that another token created is the user behind the first of them, as the audit log has it.
UPDATE "api_tokens" SET "created_by" = (
  WITH RECURSIVE origin (kind, id) AS (
    SELECT a."actor_kind", a."actor_id" FROM "audit_entries" a WHERE a."action" = 'token.created' AND a."organization_id" = "api_tokens"."organization_id" AND a."subject_id" = "api_tokens"."id"
    UNION
    SELECT a."actor_kind", a."actor_id" FROM "audit_entries" a JOIN origin o ON o.kind = 'token' AND a."action" = 'token.created' AND a."subject_id" = o.id
  )
  SELECT u."id" FROM origin o JOIN "users" u ON u."id" = o.id WHERE o.kind = 'user' LIMIT 1
) WHERE "created_by" IS NULL;
