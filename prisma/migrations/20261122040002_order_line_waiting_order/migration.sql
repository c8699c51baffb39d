-- D19: the sweep of waiting lines goes through their orders in turn.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_line_waiting_order" ON "order_line" ("seller_order_id") WHERE "state" = 'waiting';
