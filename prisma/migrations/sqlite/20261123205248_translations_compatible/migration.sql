-- AlterTable
ALTER TABLE "component_groups" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "components" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "incident_update_texts" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "incident_updates" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "incidents" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';
ALTER TABLE "incidents" ADD COLUMN "postmortem_translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "maintenance_update_texts" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "maintenance_updates" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "maintenances" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "about_format" TEXT NOT NULL DEFAULT 'plain';
ALTER TABLE "organizations" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "templates" ADD COLUMN "translations" TEXT NOT NULL DEFAULT '{}';
