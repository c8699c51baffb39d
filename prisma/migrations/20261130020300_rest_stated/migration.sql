-- Rests that may not ship, for the list of orders at risk.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "rest_stated" ON "shipping_order" ("rest_stated_at") WHERE "rest_stated_at" IS NOT NULL;
