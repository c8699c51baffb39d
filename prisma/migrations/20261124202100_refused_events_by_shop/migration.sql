-- What was refused, of the part of the ledger that is not pruned by the day, newest first: for lists of events that have refused ones first. Nothing that is accepted touches it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "event_ledger_kept_refused" ON "ledger"."event_ledger_kept" (("shop_id" + 0), "received_at") WHERE "status" <> 200;
