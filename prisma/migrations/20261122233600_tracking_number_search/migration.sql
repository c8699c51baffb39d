-- As for order_id.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "package_tracking_number_search" ON "package" ((upper(translate("tracking_number", ' -#', ''))) text_pattern_ops);
