-- As for order_id.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "return_store_return_id_search" ON "return" ((left(upper(translate("store_return_id", ' -#', '')), 100)) text_pattern_ops) WHERE "store_return_id" IS NOT NULL;
