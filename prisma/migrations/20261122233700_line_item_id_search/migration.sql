-- As for order_id.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_line_line_item_id_search" ON "order_line" ((left(upper(translate("line_item_id", ' -#', '')), 100)) text_pattern_ops);
