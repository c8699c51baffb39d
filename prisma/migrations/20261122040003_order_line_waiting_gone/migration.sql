-- Its place is taken by the two before.
DROP INDEX CONCURRENTLY IF EXISTS "order_line_waiting";
