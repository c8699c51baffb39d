-- CreateTable
CREATE TABLE "alert_notice" (
    "alert_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "told_group" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "telling_until" TIMESTAMPTZ(3),

    CONSTRAINT "alert_notice_pkey" PRIMARY KEY ("alert_id", "channel")
);

-- AddForeignKey
ALTER TABLE "alert_notice" ADD CONSTRAINT "alert_notice_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was told so far went to the webhook.
INSERT INTO "alert_notice" ("alert_id", "channel", "told_group", "told_at")
SELECT "id", 'webhook', "told_group", "told_at" FROM "alert" WHERE "told_at" IS NOT NULL;

-- AlterTable
DROP INDEX "alert_told";
DROP INDEX "alert_untold";
ALTER TABLE "alert" DROP COLUMN "told_at", DROP COLUMN "told_group", DROP COLUMN "telling_until";

-- Prisma cannot express partial indexes. Alerts that are not resolved have one already.
CREATE INDEX "alert_notice_told" ON "alert_notice" ("channel", "told_at") WHERE "told_at" IS NOT NULL;
