-- CreateTable
CREATE TABLE "organization_domains" (
    "organization_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "verified_host" TEXT,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "verified_at" TIMESTAMP(3),
    "checked_at" TIMESTAMP(3),
    "missing_since" TIMESTAMP(3),
    "problem" TEXT,

    CONSTRAINT "organization_domains_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_domains_verified_host_key" ON "organization_domains"("verified_host");

-- AddForeignKey
ALTER TABLE "organization_domains" ADD CONSTRAINT "organization_domains_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
