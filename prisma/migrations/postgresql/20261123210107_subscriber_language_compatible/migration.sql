-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN     "language" TEXT;
