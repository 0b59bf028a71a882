-- AlterTable
ALTER TABLE "incident_update_texts" ADD COLUMN "format" TEXT NOT NULL DEFAULT 'plain';

-- AlterTable
ALTER TABLE "incident_updates" ADD COLUMN "format" TEXT NOT NULL DEFAULT 'plain';

-- AlterTable
ALTER TABLE "incidents" ADD COLUMN "postmortem_format" TEXT NOT NULL DEFAULT 'plain';

-- AlterTable
ALTER TABLE "maintenance_update_texts" ADD COLUMN "format" TEXT NOT NULL DEFAULT 'plain';

-- AlterTable
ALTER TABLE "maintenance_updates" ADD COLUMN "format" TEXT NOT NULL DEFAULT 'plain';

-- AlterTable
ALTER TABLE "templates" ADD COLUMN "format" TEXT NOT NULL DEFAULT 'plain';
