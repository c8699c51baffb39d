-- D14: of several active variants of a shop with one article, the earliest link stays: one by barcode, then the one that people decided first. The later links are undone and listed, and the shop's next catalogue run raises their alerts.
WITH "link" AS (
  SELECT v."shop_id", v."variant_id",
    row_number() OVER (PARTITION BY v."shop_id", v."gtin"
      ORDER BY l."variant_id" IS NOT NULL, p."decided_at" NULLS FIRST, v."variant_id") AS "place"
  FROM "variant" v
  LEFT JOIN "article_link" l ON l."shop_id" = v."shop_id" AND l."variant_id" = v."variant_id"
  LEFT JOIN "link_proposal" p ON p."id" = l."proposal_id"
  WHERE v."state" = 'active' AND v."gtin" IS NOT NULL
), "undone" AS (
  UPDATE "variant" v SET "gtin" = NULL, "link_problem" = 'article_taken'
  FROM "link" WHERE "link"."place" > 1 AND v."shop_id" = "link"."shop_id" AND v."variant_id" = "link"."variant_id"
  RETURNING v."shop_id"
)
-- Their stores must not offer them any longer.
INSERT INTO "outbox" ("message_id", "type", "payload", "correlation")
SELECT gen_random_uuid(), 'network-quantity.recalculate-shop', jsonb_build_object('shopId', "shop_id"), gen_random_uuid()::text
FROM (SELECT DISTINCT "shop_id" FROM "undone") s;
