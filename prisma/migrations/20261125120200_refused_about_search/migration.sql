-- As for order_id: what was refused is the reason why there is no order of a name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sent_event_about_search" ON "sent_event" ((left(upper(translate("about", ' -#', '')), 100)) text_pattern_ops) WHERE "about" IS NOT NULL AND "status" <> 200;
