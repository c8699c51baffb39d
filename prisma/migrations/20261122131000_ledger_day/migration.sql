-- D30: the ledger of stock events is dropped by the day. What is there becomes the part that is kept: its day is one that never comes.
ALTER TABLE "event_ledger" ADD COLUMN "day" DATE NOT NULL DEFAULT '9999-12-31';
ALTER TABLE "event_ledger" ADD CONSTRAINT "event_ledger_kept_day" CHECK ("day" >= '9999-01-01') NOT VALID;
