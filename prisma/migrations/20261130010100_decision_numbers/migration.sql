-- D18: the later decision about an order is the one with the greater number, which is taken under the order's lock. The default numbers the decisions of the previous release too. A decision that exists has 0: it is earlier than every new one. Setting the default apart from adding the column rewrites no table.
CREATE SEQUENCE "routing_decision_number_seq";
ALTER TABLE "routing_decision" ADD COLUMN "number" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "routing_decision" ALTER COLUMN "number" SET DEFAULT nextval('routing_decision_number_seq');
ALTER SEQUENCE "routing_decision_number_seq" OWNED BY "routing_decision"."number";

-- The previous release inserts as soon as this is committed: its role needs the sequence in the same transaction.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'hub_routing') THEN
    GRANT USAGE ON SEQUENCE "routing_decision_number_seq" TO hub_routing;
  END IF;
END $$;
