-- As for order_id.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_order_order_number_search" ON "seller_order" ((left(upper(translate("order_number", ' -#', '')), 100)) text_pattern_ops) WHERE "order_number" IS NOT NULL;
