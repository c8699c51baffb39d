CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_stop_unfinished" ON "shipping_order_stop" ("cancellation_id") WHERE "state" NOT IN ('confirmed', 'already_shipped');
