-- D33. Retention counts what the ingress refused of a shop each minute, among all that the shop sent in seven days.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sent_event_by_ingress" ON "sent_event" ("shop_id", "received_at") WHERE "by_ingress" AND "status" <> 200;
