-- D18: the later decision about an order is the one with the greater number, as for its placements.
ALTER TABLE "routing_decision" ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0;

CREATE FUNCTION "number_decision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."number" := 1 + coalesce((SELECT max(d."number") FROM "routing_decision" d WHERE d."seller_order_id" = NEW."seller_order_id"), 0);
  RETURN NEW;
END $$;

CREATE TRIGGER "routing_decision_number" BEFORE INSERT ON "routing_decision"
  FOR EACH ROW WHEN (NEW."number" = 0) EXECUTE FUNCTION "number_decision"();
