-- Rename the version of public content
ALTER TABLE "organizations" RENAME COLUMN "public_change_ms" TO "public_version";
DROP INDEX "organizations_public_change_ms_idx";
CREATE INDEX "organizations_public_version_idx" ON "organizations"("public_version");

-- CreateTable
CREATE TABLE "version_epochs" (
    "id" INTEGER NOT NULL,
    "epoch" TEXT NOT NULL,

    CONSTRAINT "version_epochs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "artifact_stores" (
    "id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "seen_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "artifact_stores_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "publications" (
    "organization_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "wanted_version" BIGINT NOT NULL,
    "published_version" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMP(3) NOT NULL,
    "not_before" TIMESTAMP(3) NOT NULL,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMP(3),
    "last_error" TEXT,

    CONSTRAINT "publications_pkey" PRIMARY KEY ("organization_id","store_id")
);

-- CreateIndex
CREATE INDEX "publications_store_id_due_at_idx" ON "publications"("store_id", "due_at");

-- CreateIndex
CREATE INDEX "publications_failing_since_idx" ON "publications"("failing_since");

-- AddForeignKey
ALTER TABLE "publications" ADD CONSTRAINT "publications_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "artifact_stores"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "version_epochs" ("id", "epoch") VALUES (1, substr(md5(random()::text || clock_timestamp()::text), 1, 16));
