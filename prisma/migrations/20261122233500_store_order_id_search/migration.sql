-- As for order_id.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_store_order_id_search" ON "shipping_order" ((upper(translate("store_order_id", ' -#', ''))) text_pattern_ops) WHERE "store_order_id" IS NOT NULL;
