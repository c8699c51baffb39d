-- Orders that shops sent and that were refused (D33).
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sent_event_refused_order" ON "sent_event" ("received_at") WHERE "event" = 'order.created' AND "status" BETWEEN 400 AND 499;
