-- What a replay may come to for the run to send a message (record 48); null: whatever it comes to.
ALTER TABLE "bulk_run" ADD COLUMN "effects" TEXT[];
