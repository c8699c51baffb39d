-- D38: shipping orders whose pieces were all in packages before the column existed.
UPDATE "shipping_order" s SET "packed_at" = now()
WHERE s."state" = 'placed' AND s."packed_at" IS NULL AND NOT EXISTS (
  SELECT FROM "shipping_order_line" l WHERE l."shipping_order_id" = s."id" AND l."packaged" < l."quantity");
