-- As for order_id.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_store_order_id_search" ON "shipping_order" ((left(upper(translate("store_order_id", ' -#', '')), 100)) text_pattern_ops) WHERE "store_order_id" IS NOT NULL;
