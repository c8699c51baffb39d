CREATE INDEX CONCURRENTLY IF NOT EXISTS "routing_decision_decided_at_id_idx" ON "routing_decision"("decided_at", "id");
