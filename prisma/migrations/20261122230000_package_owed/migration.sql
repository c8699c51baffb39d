-- What selling shops are not told yet, for the list of orders at risk.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "package_owed" ON "package" ("created_at") WHERE "state" <> 'done';
