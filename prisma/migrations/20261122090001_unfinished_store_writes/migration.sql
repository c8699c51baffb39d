-- What is not finished gets its shop, apart from the migration that locks the tables; of the rest nothing is called any more.
UPDATE "package" p SET "called_shop_id" = o."shop_id"
FROM "shipping_order" s JOIN "seller_order" o ON o."id" = s."seller_order_id"
WHERE s."id" = p."shipping_order_id" AND p."state" <> 'done' AND p."called_shop_id" IS NULL;

UPDATE "return" r SET "called_shop_id" = o."shop_id" FROM "seller_order" o
WHERE o."id" = r."seller_order_id" AND r."state" IN ('due', 'sending', 'failed', 'waiting') AND r."called_shop_id" IS NULL;
