CREATE INDEX CONCURRENTLY IF NOT EXISTS "return_created_at_idx" ON "return"("created_at");
