-- D24. A line settles by when its last package was recorded.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "package_created_at_idx" ON "package"("created_at");
