CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_unshipped" ON "shipping_order" ((coalesce("placed_at", "created_at"))) WHERE "state" = 'placed' AND "packed_at" IS NULL;
