-- D14: at most one active variant of a shop is linked to an article.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "variant_one_per_article" ON "variant" ("shop_id", "gtin") WHERE "state" = 'active' AND "gtin" IS NOT NULL;
