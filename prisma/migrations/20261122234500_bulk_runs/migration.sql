CREATE TYPE "bulk_run_state" AS ENUM ('running', 'paused', 'stopped', 'finished');

CREATE TABLE "bulk_run" (
    "id" UUID NOT NULL,
    "selection_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "note" TEXT,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "bulk_run_state" NOT NULL DEFAULT 'running',
    "size" INTEGER NOT NULL,
    "next" INTEGER NOT NULL DEFAULT 0,
    "first_many" INTEGER,
    "per_minute" INTEGER,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" TEXT,

    CONSTRAINT "bulk_run_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bulk_run_selection_id_fkey" FOREIGN KEY ("selection_id") REFERENCES "dead_letter_selection"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "bulk_run_state_due_at_idx" ON "bulk_run"("state", "due_at");
CREATE INDEX "bulk_run_started_at_id_idx" ON "bulk_run"("started_at", "id");
CREATE INDEX "bulk_run_selection_id_idx" ON "bulk_run"("selection_id");

CREATE TABLE "bulk_run_item" (
    "run_id" UUID NOT NULL,
    "dead_letter_id" UUID NOT NULL,
    "refused" TEXT,

    CONSTRAINT "bulk_run_item_pkey" PRIMARY KEY ("run_id", "dead_letter_id"),
    CONSTRAINT "bulk_run_item_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "bulk_run"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "bulk_run_item_dead_letter_id_idx" ON "bulk_run_item"("dead_letter_id");
