-- As the other rows of store writes: the shop that is called, and the attempts of a call that was put off (D23).
ALTER TABLE "shipping_order_stop"
    ADD COLUMN "called_shop_id" INTEGER,
    ADD COLUMN "call_attempts" INTEGER NOT NULL DEFAULT 0;

-- Expand: rows that a copy of the release before writes get their shop here. Contract: the next release drops the trigger.
CREATE FUNCTION "shipping_order_stop_called_shop"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."called_shop_id" := (SELECT s."shop_id" FROM "shipping_order" s WHERE s."id" = NEW."shipping_order_id");
    RETURN NEW;
END $$;
CREATE TRIGGER "shipping_order_stop_called_shop" BEFORE INSERT ON "shipping_order_stop"
    FOR EACH ROW WHEN (NEW."called_shop_id" IS NULL) EXECUTE FUNCTION "shipping_order_stop_called_shop"();
