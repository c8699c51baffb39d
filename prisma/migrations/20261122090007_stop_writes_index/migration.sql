CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_stop_writes" ON "shipping_order_stop" ("called_shop_id", ("attempts" > 0), "next_attempt_at") WHERE "state" IN ('settling', 'due', 'sending');
