CREATE INDEX CONCURRENTLY IF NOT EXISTS "return_owed" ON "return" ("created_at") WHERE "state" NOT IN ('registered', 'recorded');
