-- What a shop sent, newest first, from an index that no look-up of an event id can be planned on. While a day is empty one that begins
-- with "shop_id" costs the planner the same as the key, and such a plan outlives the morning: it would read all that the shop sent.
-- Contract: of the release before only `events list` used the index that goes, and it reads on without.
DROP INDEX "event_ledger_shop_id_received_at_idx";
CREATE INDEX "event_ledger_by_shop" ON ONLY "event_ledger" (("shop_id" + 0), "received_at");
ALTER INDEX "event_ledger_by_shop" ATTACH PARTITION "ledger"."event_ledger_kept_by_shop";

DO $$
DECLARE part TEXT;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'event_ledger'::regclass AND c.relname <> 'event_ledger_kept'
  LOOP
    EXECUTE format('CREATE INDEX %I ON ledger.%I (("shop_id" + 0), "received_at")', part || '_by_shop', part);
    EXECUTE format('ALTER INDEX "event_ledger_by_shop" ATTACH PARTITION ledger.%I', part || '_by_shop');
  END LOOP;
END $$;
