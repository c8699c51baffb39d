-- Orders that were cancelled after shops had them, by the hour.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cancellation_finished" ON "cancellation" ("finished_at") WHERE "kind" = 'whole_order' AND "state" = 'stopped';
