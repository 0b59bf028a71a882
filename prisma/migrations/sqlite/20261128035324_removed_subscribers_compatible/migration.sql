-- CreateTable
CREATE TABLE "removed_subscribers" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "address_hash" TEXT NOT NULL,
    "manage_token_hash" TEXT NOT NULL,
    "unsubscribe_token_hash" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "removed_at" DATETIME NOT NULL,
    CONSTRAINT "removed_subscribers_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "removed_subscribers_manage_token_hash_key" ON "removed_subscribers"("manage_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "removed_subscribers_unsubscribe_token_hash_key" ON "removed_subscribers"("unsubscribe_token_hash");

-- CreateIndex
CREATE INDEX "removed_subscribers_removed_at_idx" ON "removed_subscribers"("removed_at");

-- CreateIndex
CREATE UNIQUE INDEX "removed_subscribers_organization_id_address_hash_key" ON "removed_subscribers"("organization_id", "address_hash");
