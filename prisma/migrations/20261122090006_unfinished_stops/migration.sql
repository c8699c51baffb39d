-- What is not finished gets its shop, apart from the migration that locks the table.
UPDATE "shipping_order_stop" t SET "called_shop_id" = s."shop_id" FROM "shipping_order" s
WHERE s."id" = t."shipping_order_id" AND t."state" IN ('settling', 'due', 'sending', 'failed') AND t."called_shop_id" IS NULL;
