-- The rehearsal of a shop that is under way (D32), at most one, held by a lease: gone with its end.
CREATE TABLE "rehearsal_run" (
    "shop_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rehearsal_run_pkey" PRIMARY KEY ("shop_id")
);
ALTER TABLE "rehearsal_run" ADD CONSTRAINT "rehearsal_run_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
