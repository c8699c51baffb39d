-- D30. Days of the ledger are made and dropped by whoever may call these, though tables belong to the migrating role alone.
-- Expand: a process of the release before makes and drops them itself. Contract: none.
-- Only parts of the ledger can be named; which days are over is the caller's to know, whose clock it is.
CREATE FUNCTION ledger.add_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  part text := 'event_ledger_' || to_char(day, 'YYYYMMDD');
BEGIN
  -- Made beside the ledger and then attached: nobody waits.
  EXECUTE format('CREATE TABLE ledger.%I (LIKE event_ledger INCLUDING ALL)', part);
  EXECUTE format('ALTER TABLE event_ledger ATTACH PARTITION ledger.%I FOR VALUES FROM (%L) TO (%L)',
    part, day, day + 1);
END $$;

CREATE FUNCTION ledger.drop_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('DROP TABLE ledger.%I', 'event_ledger_' || to_char(day, 'YYYYMMDD'));
END $$;

REVOKE ALL ON FUNCTION ledger.add_day(date), ledger.drop_day(date) FROM PUBLIC;
