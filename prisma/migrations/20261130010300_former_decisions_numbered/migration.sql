-- Decisions that were made before they had numbers: the last one about an order keeps 0, earlier ones get -1, -2 …
UPDATE "routing_decision" d SET "number" = f."number"
FROM (
  SELECT "id", 1 - row_number() OVER (PARTITION BY "seller_order_id" ORDER BY "decided_at" DESC, "id" DESC) AS "number"
  FROM "routing_decision" WHERE "number" = 0
) f
WHERE f."id" = d."id" AND f."number" < 0;
