CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_writes" ON "shipping_order" ("shop_id", ("passes" > 0), "next_attempt_at") WHERE "state" IN ('planned', 'sending', 'disputed');
