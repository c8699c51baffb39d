-- Only the search asked them, and asks the new ones since this release; one of the release before is slow until it is replaced, and wrong in nothing.
DROP INDEX IF EXISTS "seller_order_order_id_idx";
DROP INDEX IF EXISTS "seller_order_order_number_idx";
DROP INDEX IF EXISTS "shipping_order_store_order_id_idx";
DROP INDEX IF EXISTS "package_tracking_number_idx";
