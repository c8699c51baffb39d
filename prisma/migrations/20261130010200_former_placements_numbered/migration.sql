-- D18: placements that were made before they had numbers. The last one of an order keeps 0, earlier ones get -1, -2 … Their times come from several clocks. What is known without a clock comes first: a stopped placement has been given back, a refused one is followed by every placement that is neither.
UPDATE "shipping_order" s SET "number" = f."number"
FROM (
  SELECT "id", 1 - row_number() OVER (
    PARTITION BY "seller_order_id"
    ORDER BY CASE "state" WHEN 'stopped' THEN 2 WHEN 'refused' THEN 1 ELSE 0 END, "created_at" DESC, "id" DESC
  ) AS "number"
  FROM "shipping_order" WHERE "number" = 0
) f
WHERE f."id" = s."id" AND f."number" < 0;
