-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "subdomain" TEXT;

-- The ID in lower case where it is valid in DNS. Of IDs that differ in case, the exact or oldest one.
UPDATE "organizations" SET "subdomain" = lower("id" COLLATE "C")
WHERE lower("id" COLLATE "C") ~ '^[a-z0-9-]+$' AND length("id") <= 63
  AND "id" NOT LIKE '%-' AND "id" NOT LIKE '__--%'
  AND lower("id" COLLATE "C") NOT IN ('admin', 'api', 'app', 'autoconfig', 'autodiscover', 'ftp', 'imap', 'mail', 'smtp', 'wpad', 'www')
  AND "id" IN (
    SELECT "id" FROM (
      SELECT "id", ROW_NUMBER() OVER (
        PARTITION BY lower("id" COLLATE "C") ORDER BY "id" <> lower("id" COLLATE "C"), "created_at", "id"
      ) AS "position" FROM "organizations"
    ) AS "ordered" WHERE "position" = 1
  );

-- CreateIndex
CREATE UNIQUE INDEX "organizations_subdomain_key" ON "organizations"("subdomain");
