-- D24. What shipped of a line settles by when the line's rest was ended.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_line_rest_ended_at_idx" ON "shipping_order_line"("rest_ended_at") WHERE "rest_ended_at" IS NOT NULL;
