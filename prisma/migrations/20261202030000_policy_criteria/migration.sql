-- Policies as ordered criteria (D19). Expand: the release before goes by `band_km` alone, which stays; a policy whose criteria are not
-- the built-in ones is adopted only once every service is of this release.
ALTER TABLE "routing_policy" ADD COLUMN IF NOT EXISTS "criteria" JSONB;
ALTER TABLE "routing_lab_run"
  ADD COLUMN IF NOT EXISTS "criteria" JSONB,
  ADD COLUMN IF NOT EXISTS "against" JSONB;
ALTER TABLE "routing_lab_line" ADD COLUMN IF NOT EXISTS "why" TEXT;
