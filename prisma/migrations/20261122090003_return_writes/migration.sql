CREATE INDEX CONCURRENTLY IF NOT EXISTS "return_writes" ON "return" ("called_shop_id", "next_attempt_at") WHERE "state" IN ('due', 'sending');
