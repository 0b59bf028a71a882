-- CreateIndex
CREATE INDEX "organizations_public_change_ms_idx" ON "organizations"("public_change_ms");
