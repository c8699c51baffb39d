-- The rows of packages and returns name the shop that is called, so that due ones are claimed fairly per shop (D23), and
-- keep the attempts of a call that was put off.
ALTER TABLE "package"
    ADD COLUMN "called_shop_id" INTEGER,
    ADD COLUMN "call_attempts" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "return"
    ADD COLUMN "called_shop_id" INTEGER,
    ADD COLUMN "call_attempts" INTEGER NOT NULL DEFAULT 0;

-- Expand: rows that a copy of the release before writes get their shop here. Contract: the next release drops both triggers.
CREATE FUNCTION "package_called_shop"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."called_shop_id" := (SELECT o."shop_id" FROM "shipping_order" s JOIN "seller_order" o ON o."id" = s."seller_order_id"
        WHERE s."id" = NEW."shipping_order_id");
    RETURN NEW;
END $$;
CREATE TRIGGER "package_called_shop" BEFORE INSERT ON "package"
    FOR EACH ROW WHEN (NEW."called_shop_id" IS NULL) EXECUTE FUNCTION "package_called_shop"();

CREATE FUNCTION "return_called_shop"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."called_shop_id" := (SELECT o."shop_id" FROM "seller_order" o WHERE o."id" = NEW."seller_order_id");
    RETURN NEW;
END $$;
CREATE TRIGGER "return_called_shop" BEFORE INSERT ON "return"
    FOR EACH ROW WHEN (NEW."called_shop_id" IS NULL) EXECUTE FUNCTION "return_called_shop"();
