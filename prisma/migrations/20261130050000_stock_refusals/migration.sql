-- Refused stock events, until an accepted event or catalogue run covers what they name (D10).
CREATE TABLE "stock_refusal" (
    "shop_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "variant_id" TEXT NOT NULL,
    "location_id" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_refusal_pkey" PRIMARY KEY ("shop_id", "code", "variant_id", "location_id")
);

CREATE INDEX "stock_refusal_shop_id_variant_id_idx" ON "stock_refusal"("shop_id", "variant_id");

-- They request a catalogue run at most once an hour for a shop.
ALTER TABLE "shop" ADD COLUMN "refusals_read_at" TIMESTAMPTZ(3);

-- Which sales a write shows is judged by when it began. A receipt no longer counts as a report of a time (D10).
ALTER TABLE "network_quantity" ADD COLUMN "written_from" TIMESTAMPTZ(3);
