-- CreateTable
CREATE TABLE "encryption_key_checks" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "value" TEXT NOT NULL,
    "checked_at" DATETIME NOT NULL
);
