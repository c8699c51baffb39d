-- Of a long name its beginning: a row of an index holds no more than 8 KB, and a store's names have no limit but that of the event.
-- The search forgives case, blanks, dashes and #, and takes beginnings; the index that it replaces goes with the migrations after it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_order_order_id_search" ON "seller_order" ((left(upper(translate("order_id", ' -#', '')), 100)) text_pattern_ops);
