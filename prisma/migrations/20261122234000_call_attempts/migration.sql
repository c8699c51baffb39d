-- Each attempt of a call that took several; null: one attempt, of which the row says all.
ALTER TABLE "store_call" ADD COLUMN "attempt_log" JSONB;
