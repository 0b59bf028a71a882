-- CreateTable
CREATE TABLE "removed_subscribers" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "removed_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "removed_subscribers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "removed_subscribers_organization_id_idx" ON "removed_subscribers"("organization_id");

-- CreateIndex
CREATE INDEX "removed_subscribers_removed_at_idx" ON "removed_subscribers"("removed_at");

-- AddForeignKey
ALTER TABLE "removed_subscribers" ADD CONSTRAINT "removed_subscribers_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
