-- D17: a stock report consumes reservations of placed shipping orders only. A fall that none of these can have brought
-- about is kept for the first one placed after it.
ALTER TABLE "reservation" ADD COLUMN "attempted_at" BIGINT;
ALTER TABLE "reservation" ADD COLUMN "falls_before" BIGINT NOT NULL DEFAULT 0;

CREATE TABLE "stock_fall" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "changed_at" BIGINT NOT NULL,
    "pieces" INTEGER NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_fall_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "stock_fall_shop_id_variant_id_idx" ON "stock_fall"("shop_id", "variant_id");
ALTER TABLE "stock_fall" ADD CONSTRAINT "stock_fall_pieces" CHECK ("pieces" > 0);

-- What was sent and is not placed was consumed from its first send on: from now on it waits for its receipt.
UPDATE "reservation" r
SET "attempted_at" = r."consumable_from",
  "consumable_from" = CASE WHEN o."state" = 'sending' THEN NULL ELSE r."consumable_from" END
FROM "shipping_order_line" l, "shipping_order" o, "shop" s
WHERE l."id" = r."shipping_order_line_id" AND o."id" = l."shipping_order_id" AND s."id" = r."shop_id"
  AND r."remaining" > 0 AND r."kind" = 'reserved' AND r."consumable_from" IS NOT NULL
  AND s."stock_deducted_at" = 'order' AND NOT r."ends_with_next_report";
UPDATE "reservation" r
SET "attempted_at" = (extract(epoch FROM o."last_attempt_at") * 1000)::bigint * 1000000
FROM "shipping_order_line" l, "shipping_order" o, "shop" s
WHERE l."id" = r."shipping_order_line_id" AND o."id" = l."shipping_order_id" AND s."id" = r."shop_id"
  AND r."remaining" > 0 AND r."kind" = 'reserved' AND r."attempted_at" IS NULL
  AND s."stock_deducted_at" = 'shipment' AND o."last_attempt_at" IS NOT NULL;
