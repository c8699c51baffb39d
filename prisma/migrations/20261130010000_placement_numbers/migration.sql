-- D18: the later placement of an order is the one with the greater number, which is taken under the order's lock. The default numbers the placements of the previous release too. A placement that exists has 0: it is earlier than every new one. Setting the default apart from adding the column rewrites no table.
CREATE SEQUENCE "shipping_order_number_seq";
ALTER TABLE "shipping_order" ADD COLUMN "number" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "shipping_order" ALTER COLUMN "number" SET DEFAULT nextval('shipping_order_number_seq');
ALTER SEQUENCE "shipping_order_number_seq" OWNED BY "shipping_order"."number";

-- The previous release inserts as soon as this is committed: its role needs the sequence in the same transaction.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'hub_routing') THEN
    GRANT USAGE ON SEQUENCE "shipping_order_number_seq" TO hub_routing;
  END IF;
END $$;
