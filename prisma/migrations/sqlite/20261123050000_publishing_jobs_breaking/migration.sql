-- Rename the version of public content
ALTER TABLE "organizations" RENAME COLUMN "public_change_ms" TO "public_version";
DROP INDEX "organizations_public_change_ms_idx";
CREATE INDEX "organizations_public_version_idx" ON "organizations"("public_version");

-- CreateTable
CREATE TABLE "version_epochs" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "epoch" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "artifact_stores" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "label" TEXT NOT NULL,
    "seen_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "publications" (
    "organization_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "wanted_version" BIGINT NOT NULL,
    "published_version" BIGINT NOT NULL DEFAULT 0,
    "due_at" DATETIME NOT NULL,
    "not_before" DATETIME NOT NULL,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failing_since" DATETIME,
    "last_error" TEXT,

    PRIMARY KEY ("organization_id", "store_id"),
    CONSTRAINT "publications_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "artifact_stores" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "publications_store_id_due_at_idx" ON "publications"("store_id", "due_at");

-- CreateIndex
CREATE INDEX "publications_failing_since_idx" ON "publications"("failing_since");

INSERT INTO "version_epochs" ("id", "epoch") VALUES (1, lower(hex(randomblob(8))));
