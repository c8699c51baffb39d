-- D16: lines that wait for an article are found by their selling shop's variant.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_line_waiting_variant" ON "order_line" ("variant_id") WHERE "state" = 'waiting';
