-- The list of a shop's orders, by when they came. An index that begins with "shop_id" itself costs a new installation's planner exactly what the key (shop_id, order_id) costs: a plan made then reads all orders of the shop for each new one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_order_by_shop" ON "seller_order" (("shop_id" + 0), "received_at");
