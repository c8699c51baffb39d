-- As for order_id.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "package_tracking_number_search" ON "package" ((left(upper(translate("tracking_number", ' -#', '')), 100)) text_pattern_ops);
