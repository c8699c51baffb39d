-- D35: lines that no shop ships, for their selling shops' doors: few, however many lines there are.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_line_closed" ON "order_line" ("closed_at") WHERE "state" = 'unfulfillable';
