-- CreateTable
CREATE TABLE "encryption_key_checks" (
    "id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "checked_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "encryption_key_checks_pkey" PRIMARY KEY ("id")
);
