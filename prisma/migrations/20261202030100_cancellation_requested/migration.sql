-- Orders that shops could not ship, by the hour. Cancellations are few.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cancellation_requested" ON "cancellation" ("requested_at") WHERE "kind" = 'cannot_ship';
