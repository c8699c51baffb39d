-- D30. Routing decisions are kept by the month. A month that is over is dropped as a table.
-- Safe on a table of any size: no row is copied or read. The table as it is becomes the first partition, under its new key, because its validated CHECK states that all of its rows come before the months. It is locked for the few milliseconds of these statements.
-- Expand: a program of the release before reads and writes "routing_decision" as before, with the same columns and defaults. Contract: none.
ALTER TABLE "routing_decision" DROP CONSTRAINT "routing_decision_pkey";
ALTER TABLE "routing_decision" ADD CONSTRAINT "routing_decision_before_pkey" PRIMARY KEY USING INDEX "routing_decision_before_pkey";
DROP TRIGGER "routing_decision_number" ON "routing_decision";
ALTER TABLE "routing_decision" RENAME TO "routing_decision_before";
ALTER TABLE "routing_decision_before" SET SCHEMA "ledger";

CREATE TABLE "routing_decision" (LIKE "ledger"."routing_decision_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("decided_at");
ALTER TABLE "routing_decision" ADD CONSTRAINT "routing_decision_pkey" PRIMARY KEY ("id", "decided_at");
-- A new table has no rights: the roles of the release before have them here as they had them, until the grants of this one follow in a transaction of their own.
DO $$
DECLARE
  was record;
BEGIN
  FOR was IN
    SELECT a."grantee", a."privilege_type", ''::text AS "columns"
    FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = 'ledger.routing_decision_before'::regclass AND a."grantee" <> c.relowner
    UNION ALL
    SELECT a."grantee", a."privilege_type", format('(%I)', t.attname)
    FROM pg_attribute t, aclexplode(t.attacl) a
    WHERE t.attrelid = 'ledger.routing_decision_before'::regclass AND NOT t.attisdropped
  LOOP
    EXECUTE format('GRANT %s %s ON "routing_decision" TO %s', was."privilege_type", was."columns",
      CASE was."grantee" WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(was."grantee")) END);
  END LOOP;
END $$;

CREATE INDEX "routing_decision_seller_order_id_idx" ON "routing_decision"("seller_order_id");
CREATE INDEX "routing_decision_decided_at_id_idx" ON "routing_decision"("decided_at", "id");

-- The decisions of an order are as old as the order at most: only the months since are read. A day more, because the clock of a database that took over may be behind.
CREATE OR REPLACE FUNCTION "number_decision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := coalesce((SELECT o."received_at" FROM "seller_order" o WHERE o."id" = NEW."seller_order_id"), now()) - interval '1 day';
BEGIN
  NEW."number" := 1 + coalesce((
    SELECT max(d."number") FROM "routing_decision" d WHERE d."seller_order_id" = NEW."seller_order_id" AND d."decided_at" >= since
  ), 0);
  RETURN NEW;
END $$;

CREATE TRIGGER "routing_decision_number" BEFORE INSERT ON "routing_decision"
  FOR EACH ROW WHEN (NEW."number" = 0) EXECUTE FUNCTION "number_decision"();

-- Which months are needed or over is for the caller to know, whose clock it is. Only partitions of this table can be named.
-- False: the month has a partition, or some of its decisions were stored while it had none.
CREATE FUNCTION ledger.add_decision_month(month date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  part text := 'routing_decision_' || to_char(month, 'YYYYMM');
  first timestamptz := date_trunc('month', month::timestamp);
  next timestamptz := date_trunc('month', month::timestamp) + interval '1 month';
BEGIN
  IF to_regclass('ledger.' || part) IS NOT NULL
    OR EXISTS (SELECT FROM ledger.routing_decision_other WHERE decided_at >= first AND decided_at < next) THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE ledger.%I (LIKE routing_decision INCLUDING ALL)', part);
  EXECUTE format('ALTER TABLE routing_decision ATTACH PARTITION ledger.%I FOR VALUES FROM (%L) TO (%L)', part, first, next);
  RETURN true;
END $$;

CREATE FUNCTION ledger.drop_decisions(part text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF part !~ '^routing_decision_(before|\d{6})$' THEN
    RAISE EXCEPTION 'cannot drop %: it is no month of routing decisions', part;
  END IF;
  EXECUTE format('DROP TABLE ledger.%I', part);
END $$;

REVOKE ALL ON FUNCTION ledger.add_decision_month(date), ledger.drop_decisions(text) FROM PUBLIC;

DO $$
DECLARE
  months timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
BEGIN
  -- As the CHECK states, or later. A table without rows leaves this month to a partition.
  IF EXISTS (SELECT FROM ledger.routing_decision_before) THEN
    months := date_trunc('month', greatest(now(), (SELECT max("decided_at") FROM ledger.routing_decision_before)) AT TIME ZONE 'UTC')
      + interval '2 months';
  END IF;
  EXECUTE format('ALTER TABLE "routing_decision" ATTACH PARTITION ledger.routing_decision_before FOR VALUES FROM (MINVALUE) TO (%L)',
    months AT TIME ZONE 'UTC');
  -- Takes decisions of months without a partition, so that no order fails for lack of one.
  CREATE TABLE ledger.routing_decision_other PARTITION OF "routing_decision" DEFAULT;
  FOR n IN 0..2 LOOP
    PERFORM ledger.add_decision_month((months + n * interval '1 month')::date);
  END LOOP;
END $$;

ALTER TABLE ledger.routing_decision_before DROP CONSTRAINT "routing_decision_before_months";
