-- A shop looks at the calls that were made to it (D35), the latest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "store_call_shop_id_id_idx" ON "store_call"("shop_id", "id");
