CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_unplaced" ON "shipping_order" ("shop_id", "created_at") WHERE "state" NOT IN ('placed', 'stopped', 'dry_run');
