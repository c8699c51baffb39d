-- The code that the sales of a run carry, and what a run leaves to the hub (D32): a catalogue run, if it took stock reports, and the network quantities that it wrote.
-- Both are stored before the deed, so that they outlive a run that dies. A release that does not know the columns leaves them to their defaults.
ALTER TABLE "rehearsal_run"
  ADD COLUMN "code" TEXT,
  ADD COLUMN "took_stock" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "rehearsal_write" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "run_id" UUID NOT NULL,

    CONSTRAINT "rehearsal_write_pkey" PRIMARY KEY ("shop_id", "variant_id")
);
