-- CreateTable
CREATE TABLE "account_events" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "ip_address" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "device" TEXT NOT NULL,

    CONSTRAINT "account_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_events_user_id_id_idx" ON "account_events"("user_id", "id");

-- CreateIndex
CREATE INDEX "account_events_user_id_network_device_idx" ON "account_events"("user_id", "network", "device");

-- CreateIndex
CREATE INDEX "account_events_created_at_idx" ON "account_events"("created_at");

-- AddForeignKey
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
