-- Ids by which a shop named a shipping order before its receipt named another one (D11). They still find it, and count as
-- used at that shop (D18).
CREATE TABLE "shipping_order_alias" (
    "shop_id" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "shipping_order_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shipping_order_alias_pkey" PRIMARY KEY ("shop_id", "order_id")
);
CREATE INDEX "shipping_order_alias_shipping_order_id_idx" ON "shipping_order_alias"("shipping_order_id");
ALTER TABLE "shipping_order_alias" ADD CONSTRAINT "shipping_order_alias_shipping_order_id_fkey"
  FOREIGN KEY ("shipping_order_id") REFERENCES "shipping_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
