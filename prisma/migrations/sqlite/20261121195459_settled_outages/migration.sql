-- CreateTable
CREATE TABLE "settled_outages" (
    "component_id" TEXT NOT NULL PRIMARY KEY,
    "time_zone" TEXT NOT NULL,
    "since" DATETIME NOT NULL,
    "until" DATETIME NOT NULL,
    "days" TEXT NOT NULL,
    "recorded_from" DATETIME NOT NULL,
    CONSTRAINT "settled_outages_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
