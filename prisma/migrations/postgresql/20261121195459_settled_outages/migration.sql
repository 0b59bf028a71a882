-- CreateTable
CREATE TABLE "settled_outages" (
    "component_id" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,
    "until" TIMESTAMP(3) NOT NULL,
    "days" TEXT NOT NULL,
    "recorded_from" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "settled_outages_pkey" PRIMARY KEY ("component_id")
);

-- AddForeignKey
ALTER TABLE "settled_outages" ADD CONSTRAINT "settled_outages_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;
