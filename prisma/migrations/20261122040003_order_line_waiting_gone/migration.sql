-- Its place is taken by the two before.
DROP INDEX IF EXISTS "order_line_waiting";
