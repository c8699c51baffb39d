CREATE INDEX CONCURRENTLY IF NOT EXISTS "shop_suspended" ON "shop" ("id") WHERE "orders_held_since" IS NOT NULL OR "calls_held_since" IS NOT NULL OR "circuit_open_since" IS NOT NULL;
