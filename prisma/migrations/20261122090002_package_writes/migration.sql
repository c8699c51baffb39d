CREATE INDEX CONCURRENTLY IF NOT EXISTS "package_writes" ON "package" ("called_shop_id", "next_attempt_at") WHERE "state" IN ('due', 'sending');
