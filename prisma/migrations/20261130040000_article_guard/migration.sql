-- D14: at most one active variant of a shop is linked to an article. Until the unique index stands (20261130040200), no writer, of this release or the one before, adds a second one: it stays unlinked and is listed.
CREATE FUNCTION "leave_taken_article"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "variant" v WHERE v."shop_id" = NEW."shop_id" AND v."gtin" = NEW."gtin" AND v."state" = 'active'
      AND v."variant_id" <> NEW."variant_id"
  ) THEN
    NEW."gtin" := NULL;
    NEW."link_problem" := 'article_taken';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "variant_leaves_taken_article" BEFORE INSERT OR UPDATE OF "gtin", "state" ON "variant"
FOR EACH ROW WHEN (NEW."state" = 'active' AND NEW."gtin" IS NOT NULL) EXECUTE FUNCTION "leave_taken_article"();
