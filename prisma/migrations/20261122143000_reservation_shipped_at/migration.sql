ALTER TABLE "reservation" ADD COLUMN "shipped_at" BIGINT;
