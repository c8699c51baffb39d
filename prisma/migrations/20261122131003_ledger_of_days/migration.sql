-- D30. Expand: a process of the release before writes on, as its rows come into the kept part. Nothing is copied; contract: none.
-- Parts stand in a schema of their own. Retention makes the days to come and drops those that are over.
CREATE SCHEMA "ledger";

ALTER TABLE "event_ledger" DROP CONSTRAINT "event_ledger_pkey";
ALTER TABLE "event_ledger" ADD CONSTRAINT "event_ledger_kept_pkey" PRIMARY KEY USING INDEX "event_ledger_kept_pkey";
ALTER TABLE "event_ledger" RENAME TO "event_ledger_kept";
ALTER TABLE "event_ledger_kept" SET SCHEMA "ledger";

CREATE TABLE "event_ledger" (LIKE "ledger"."event_ledger_kept" INCLUDING DEFAULTS) PARTITION BY RANGE ("day");
ALTER TABLE "event_ledger" ADD CONSTRAINT "event_ledger_pkey" PRIMARY KEY ("shop_id", "event_id", "day");
CREATE INDEX "event_ledger_shop_id_received_at_idx" ON "event_ledger" ("shop_id", "received_at");
ALTER TABLE "event_ledger" ATTACH PARTITION "ledger"."event_ledger_kept" FOR VALUES FROM ('9999-01-01') TO (MAXVALUE);

DO $$
BEGIN
  FOR n IN 0..3 LOOP
    EXECUTE format(
      'CREATE TABLE ledger.event_ledger_%s PARTITION OF event_ledger FOR VALUES FROM (%L) TO (%L)',
      to_char((now() AT TIME ZONE 'UTC')::date + n, 'YYYYMMDD'),
      (now() AT TIME ZONE 'UTC')::date + n,
      (now() AT TIME ZONE 'UTC')::date + n + 1);
  END LOOP;
END $$;

-- Events that came about midnight, when one and its resend may come into the parts of two days: here they meet.
CREATE TABLE "event_ledger_midnight" (
    "shop_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_ledger_midnight_pkey" PRIMARY KEY ("shop_id","event_id")
);

-- CreateIndex
CREATE INDEX "event_ledger_midnight_received_at_idx" ON "event_ledger_midnight"("received_at");
