-- D16: what was written last, and since when another quantity is to be sent.
ALTER TABLE "network_quantity" ADD COLUMN "written" INTEGER, ADD COLUMN "unsent_since" TIMESTAMPTZ(3);
ALTER TABLE "shop" ADD COLUMN "inventory_off_since" TIMESTAMPTZ(3);
-- How far a sweep has looked.
CREATE TABLE "sweep_progress" (
    "sweep" TEXT NOT NULL,
    "looked_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweep_progress_pkey" PRIMARY KEY ("sweep")
);
