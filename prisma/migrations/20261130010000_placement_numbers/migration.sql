-- D18: the later placement of an order is the one with the greater number, which is taken at its insert, under the order's lock. A trigger numbers the placements of the previous release too. A placement that exists has 0: it is earlier than every new one, and no table is rewritten.
ALTER TABLE "shipping_order" ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0;

CREATE FUNCTION "number_placement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."number" := 1 + coalesce((SELECT max(s."number") FROM "shipping_order" s WHERE s."seller_order_id" = NEW."seller_order_id"), 0);
  RETURN NEW;
END $$;

CREATE TRIGGER "shipping_order_number" BEFORE INSERT ON "shipping_order"
  FOR EACH ROW WHEN (NEW."number" = 0) EXECUTE FUNCTION "number_placement"();
