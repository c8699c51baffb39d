-- Failed messages over time by cause, read from the index alone: their rows hold bodies.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "dead_letter_causes_by_time" ON "dead_letter" ("last_failed_at") INCLUDE ("origin", "reason");
