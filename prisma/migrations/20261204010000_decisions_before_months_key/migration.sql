-- D30. The key of a table that is split by month has the time in it.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "routing_decision_before_pkey" ON "routing_decision" ("id", "decided_at");
