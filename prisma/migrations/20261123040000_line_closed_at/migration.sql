-- D19: when support closed a line as unfulfillable, for its selling shop to see; null too where that was not kept yet.
ALTER TABLE "order_line" ADD COLUMN "closed_at" TIMESTAMPTZ(3);
