-- Rehearsals are ordered by the time at which the database stored them (D32): "ended_at" is of the clock of the machine that ran them, and stays for people.
-- Rows of before have only that time; one that lies ahead may not outrank what is stored from now on. Their value is set by a change of the type, because the table
-- refuses updates. A release that does not know the column leaves it to the default.
ALTER TABLE "golive_rehearsal" ADD COLUMN "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp();
ALTER TABLE "golive_rehearsal"
  ALTER COLUMN "stored_at" TYPE TIMESTAMPTZ(6) USING least("ended_at", clock_timestamp());
