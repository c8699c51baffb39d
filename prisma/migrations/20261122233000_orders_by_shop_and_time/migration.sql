-- The list of a shop's orders, by when they came.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_order_shop_id_received_at_idx" ON "seller_order"("shop_id", "received_at");
