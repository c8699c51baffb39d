CREATE INDEX CONCURRENTLY IF NOT EXISTS "package_shipped_at_idx" ON "package"("shipped_at");
