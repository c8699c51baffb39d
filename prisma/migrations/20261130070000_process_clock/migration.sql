-- Clocks. How far the clock of each process is off, for support to report. Expand: columns that a process of the release before leaves null.
ALTER TABLE "process" ADD COLUMN "host" TEXT;
ALTER TABLE "process" ADD COLUMN "clock_ahead_ms" INTEGER;
