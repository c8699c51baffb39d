CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_order_derived_to_blank" ON "seller_order" ("blanked_at") WHERE "blanked_at" IS NOT NULL AND "derived_blanked_at" IS NULL;
