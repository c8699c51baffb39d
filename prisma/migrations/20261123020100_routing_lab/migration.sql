CREATE TYPE "lab_run_state" AS ENUM ('running', 'stopped', 'finished');

CREATE TABLE "routing_lab_run" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "band_km" INTEGER NOT NULL,
    "decided_from" TIMESTAMPTZ(3) NOT NULL,
    "decided_before" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "lab_run_state" NOT NULL DEFAULT 'running',
    "size" INTEGER NOT NULL,
    "next" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "next_id" UUID NOT NULL,
    "figures" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT,

    CONSTRAINT "routing_lab_run_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "routing_lab_run_state_due_at_idx" ON "routing_lab_run"("state", "due_at");
CREATE INDEX "routing_lab_run_started_at_id_idx" ON "routing_lab_run"("started_at", "id");

CREATE TABLE "routing_lab_line" (
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "seller_order_id" UUID NOT NULL,
    "line_item_id" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "was_shop_id" INTEGER,
    "was_km" DOUBLE PRECISION,
    "was_owed" DECIMAL(30,6),
    "becomes_shop_id" INTEGER,
    "becomes_km" DOUBLE PRECISION,
    "becomes_owed" DECIMAL(30,6),

    CONSTRAINT "routing_lab_line_pkey" PRIMARY KEY ("run_id", "number"),
    CONSTRAINT "routing_lab_line_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "routing_lab_run"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
