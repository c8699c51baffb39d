-- D25. Fields of the sheet that say by when and how much a shop ships: its time zone, the time to ship, closed days, a stock
-- buffer and a daily number. Expand: constant defaults rewrite no row, and the release before reads none of them.
ALTER TABLE "shop"
  ADD COLUMN IF NOT EXISTS "time_zone" TEXT NOT NULL DEFAULT 'UTC',
  ADD COLUMN IF NOT EXISTS "ship_within" TEXT NOT NULL DEFAULT '72h',
  ADD COLUMN IF NOT EXISTS "closed_days" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN IF NOT EXISTS "stock_buffer" JSONB NOT NULL DEFAULT '{"default": 0, "variants": {}}',
  ADD COLUMN IF NOT EXISTS "orders_per_day" INTEGER;
