-- DropIndex
DROP INDEX "deliveries_state_next_attempt_at_target_idx";

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "deliveries_state_organization_id_priority_next_attempt_at_t_idx" ON "deliveries"("state", "organization_id", "priority", "next_attempt_at", "target");
