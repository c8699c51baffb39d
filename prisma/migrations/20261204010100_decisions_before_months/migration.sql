-- D30. States that the decisions of this table were made before a month to come, so that the table can become a partition without being read.
-- Not checked here: that would read the whole table under a lock. Rows that are written from now on satisfy it, because the month begins in 4 weeks at the earliest.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE "routing_decision" ADD CONSTRAINT "routing_decision_before_months" CHECK ("decided_at" < %L) NOT VALID',
    (date_trunc('month', greatest(now(), (SELECT max("decided_at") FROM "routing_decision")) AT TIME ZONE 'UTC')
      + interval '2 months') AT TIME ZONE 'UTC');
END $$;
