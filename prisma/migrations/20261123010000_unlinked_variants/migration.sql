-- D14: variants that are linked to no article, however many are linked.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "variant_unlinked" ON "variant" ("shop_id", "variant_id") WHERE "gtin" IS NULL AND "state" = 'active';
