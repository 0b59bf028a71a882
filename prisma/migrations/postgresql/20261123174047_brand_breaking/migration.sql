-- Brand of the status page
ALTER TABLE "organizations" ADD COLUMN "header_color" TEXT;
ALTER TABLE "organizations" ADD COLUMN "font" TEXT NOT NULL DEFAULT 'inter';
ALTER TABLE "organizations" ADD COLUMN "corners" TEXT NOT NULL DEFAULT 'rounded';
ALTER TABLE "organizations" ADD COLUMN "header_links" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "organizations" ADD COLUMN "footer_links" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "organizations" ADD COLUMN "footer_text" TEXT NOT NULL DEFAULT '';
ALTER TABLE "organizations" ADD COLUMN "powered_by" BOOLEAN NOT NULL DEFAULT true;

-- Logos become one of several images
CREATE TABLE "organization_images" (
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    CONSTRAINT "organization_images_pkey" PRIMARY KEY ("organization_id", "kind"),
    CONSTRAINT "organization_images_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "organization_images" ("organization_id", "kind", "media_type", "hash", "bytes")
SELECT "organization_id", 'logo', "media_type", "hash", "bytes" FROM "organization_logos";
DROP TABLE "organization_logos";
