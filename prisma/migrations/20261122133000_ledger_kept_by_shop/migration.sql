-- See the next migration.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "event_ledger_kept_by_shop" ON "ledger"."event_ledger_kept" (("shop_id" + 0), "received_at");
