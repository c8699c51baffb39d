-- D38: one mail a day to a shop for each cause that waits for it. Expand: the release before sends none, and ignores that an agent
-- has reminded a shop of an order.
CREATE TYPE "shop_mail_state" AS ENUM ('due', 'sending', 'sent', 'refused', 'bounced', 'unknown', 'given_up');

CREATE TABLE "shop_mail" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "contact" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "named" TEXT[],
    "state" "shop_mail_state" NOT NULL DEFAULT 'due',
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sending_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "shop_mail_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shop_mail_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "shop_mail_shop_id_cause_day_key" ON "shop_mail"("shop_id", "cause", "day");
CREATE INDEX "shop_mail_made_at_idx" ON "shop_mail"("made_at");
CREATE INDEX "shop_mail_open" ON "shop_mail"("next_attempt_at") WHERE "state" IN ('due', 'sending');

ALTER TABLE "shipping_order" ADD COLUMN IF NOT EXISTS "reminded_at" TIMESTAMPTZ(3);
