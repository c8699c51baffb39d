-- The figures of one shop over 30 days, without reading those of all others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "day_figure_shop_id_day_idx" ON "day_figure" ("shop_id", "day");
