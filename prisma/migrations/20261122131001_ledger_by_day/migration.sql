-- The key of a table that is split by day has the day in it.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "event_ledger_kept_pkey" ON "event_ledger" ("shop_id", "event_id", "day");
