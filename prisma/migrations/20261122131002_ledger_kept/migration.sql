-- Looked at while everything runs, so that nothing is when it becomes a part of the ledger of days.
ALTER TABLE "event_ledger" VALIDATE CONSTRAINT "event_ledger_kept_day";
