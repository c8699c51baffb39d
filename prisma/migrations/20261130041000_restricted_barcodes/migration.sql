-- D14: a restricted number links nothing by barcode. GS1 prefixes 02, 04, 05, 20-29, 977, 98 and 99, and GTIN-8 that begin with 0 or 2, as in "isRestrictedGtin".
CREATE TEMPORARY TABLE "restricted" ON COMMIT DROP AS
SELECT v."shop_id", v."variant_id", v."gtin"
FROM "variant" v
WHERE CASE WHEN v."gtin" LIKE '000000%' THEN v."gtin" ~ '^0{6}[02]' ELSE v."gtin" ~ '^\d(0[245]|2|977|9[89])' END;

-- Variants that people linked to one another stay one article, which no barcode names any longer. The side whose barcode gave the article had no link of its own.
INSERT INTO "article_link" ("shop_id", "variant_id", "gtin", "proposal_id", "link_problem")
SELECT r."shop_id", r."variant_id", r."gtin", l."proposal_id", 'restricted_barcode'
FROM "restricted" r
JOIN "link_proposal" p ON p."state" = 'confirmed'
  AND ((p."shop_a", p."variant_a") = (r."shop_id", r."variant_id") OR (p."shop_b", p."variant_b") = (r."shop_id", r."variant_id"))
JOIN "article_link" l ON l."proposal_id" = p."id" AND l."gtin" = r."gtin"
ON CONFLICT DO NOTHING;

UPDATE "article_link" l SET "gtin" = 'H' || upper(substr(md5(l."gtin"), 1, 13))
WHERE l."gtin" IN (SELECT "gtin" FROM "restricted");

UPDATE "article_link" SET "barcode_gtin" = NULL, "link_problem" = 'restricted_barcode'
WHERE CASE WHEN "barcode_gtin" LIKE '000000%' THEN "barcode_gtin" ~ '^0{6}[02]' ELSE "barcode_gtin" ~ '^\d(0[245]|2|977|9[89])' END;

-- The others are unlinked and listed. Open orders keep their variant.
UPDATE "variant" v SET "gtin" = l."gtin", "link_problem" = CASE WHEN l."gtin" IS NULL THEN 'restricted_barcode' END
FROM "restricted" r LEFT JOIN "article_link" l ON l."shop_id" = r."shop_id" AND l."variant_id" = r."variant_id"
WHERE v."shop_id" = r."shop_id" AND v."variant_id" = r."variant_id";

-- Their stores must not offer them any longer.
INSERT INTO "outbox" ("message_id", "type", "payload", "correlation")
SELECT gen_random_uuid(), 'network-quantity.recalculate-shop', jsonb_build_object('shopId', "shop_id"), gen_random_uuid()::text
FROM (SELECT DISTINCT "shop_id" FROM "restricted") s;
