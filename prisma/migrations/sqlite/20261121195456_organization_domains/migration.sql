-- CreateTable
CREATE TABLE "organization_domains" (
    "organization_id" TEXT NOT NULL PRIMARY KEY,
    "host" TEXT NOT NULL,
    "verified_host" TEXT,
    "token" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "verified_at" DATETIME,
    "checked_at" DATETIME,
    "missing_since" DATETIME,
    "problem" TEXT,
    CONSTRAINT "organization_domains_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_domains_verified_host_key" ON "organization_domains"("verified_host");
