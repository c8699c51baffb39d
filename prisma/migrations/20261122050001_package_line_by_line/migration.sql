CREATE INDEX CONCURRENTLY IF NOT EXISTS "package_line_shipping_order_line_id_idx" ON "package_line"("shipping_order_line_id");
