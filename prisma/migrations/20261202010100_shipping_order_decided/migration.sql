-- D19: the shipping orders that count for a shop's daily number. Partial, so that no look-up by another column of a shop uses it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipping_order_decided" ON "shipping_order" ("shop_id", "created_at") WHERE "state" NOT IN ('refused', 'stopped', 'dry_run');
