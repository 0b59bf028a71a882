-- RenameColumn
ALTER TABLE "subscribers" RENAME COLUMN "rests_until" TO "retry_after_until";
