-- A paused shop is chosen for nothing new, and its stock leaves network quantities (D38). Expand: a service of the release before does
-- not read the column and goes on choosing the shop; the commands and pages that pause are of this release.
CREATE TYPE "pause_side" AS ENUM ('agent', 'shop');

ALTER TABLE "shop" ADD COLUMN "paused_until" TIMESTAMPTZ(3);

CREATE TABLE "shop_pause" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "side" "pause_side" NOT NULL,
    "begun_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "shop_pause_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shop_pause_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "shop_pause_shop_id_ended_at_idx" ON "shop_pause"("shop_id", "ended_at");
CREATE INDEX "shop_pause_ended_at_ends_at_idx" ON "shop_pause"("ended_at", "ends_at");
