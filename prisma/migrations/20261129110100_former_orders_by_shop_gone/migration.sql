-- Only the list of a shop's orders and the look at what it sold lately asked it, and ask the new one since this release; one of the release before is slow until it is replaced, and wrong in nothing.
DROP INDEX IF EXISTS "seller_order_shop_id_received_at_idx";
