-- No longer read
ALTER TABLE "incidents" DROP COLUMN "deleted_changes";

ALTER TABLE "maintenances" DROP COLUMN "deleted_changes";
