-- The search forgives case, blanks, dashes and #, and takes beginnings; the index that it replaces goes with the migrations after it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_order_order_id_search" ON "seller_order" ((upper(translate("order_id", ' -#', ''))) text_pattern_ops);
