-- D18. The database went back in time: what it forgot may be at the stores, and is looked up before lines are routed.
-- Expand: new tables alone; a routing of the release before does not look at them, so no restore is reconciled with it.
CREATE TABLE "restore_gap" (
    "id" UUID NOT NULL,
    "lost_from" TIMESTAMPTZ(3) NOT NULL,
    "lost_until" TIMESTAMPTZ(3) NOT NULL,
    "orders_until" BIGINT NOT NULL,
    "opened_by" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,

    CONSTRAINT "restore_gap_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "restore_gap_orders_until_idx" ON "restore_gap"("orders_until");

CREATE TABLE "restore_report" (
    "gap_id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "reported_by" TEXT NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "restore_report_pkey" PRIMARY KEY ("gap_id","shop_id")
);

CREATE TABLE "restored_reference" (
    "shop_id" INTEGER NOT NULL,
    "external_ref" TEXT NOT NULL,
    "gap_id" UUID NOT NULL,
    "store_order_id" TEXT NOT NULL,
    "positions" INTEGER[],

    CONSTRAINT "restored_reference_pkey" PRIMARY KEY ("shop_id","external_ref")
);

ALTER TABLE "restore_report" ADD CONSTRAINT "restore_report_gap_id_fkey" FOREIGN KEY ("gap_id") REFERENCES "restore_gap"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "restored_reference" ADD CONSTRAINT "restored_reference_gap_id_fkey" FOREIGN KEY ("gap_id") REFERENCES "restore_gap"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
