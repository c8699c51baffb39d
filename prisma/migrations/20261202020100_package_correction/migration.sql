-- A correction of a package's tracking (D11): sent to the selling shop under a reference of its own; the package stays as it was reported.
CREATE TABLE "package_correction" (
    "id" UUID NOT NULL,
    "package_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "tracking_number" TEXT NOT NULL,
    "tracking_url" TEXT,
    "corrected_by" TEXT NOT NULL,
    "corrected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "store_write_state" NOT NULL DEFAULT 'due',
    "called_shop_id" INTEGER NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "call_attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome_unknown" BOOLEAN NOT NULL DEFAULT true,
    "last_failure" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "correlation" TEXT NOT NULL,

    CONSTRAINT "package_correction_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "package_correction_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "package"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "package_correction_reference_key" ON "package_correction"("reference");
CREATE UNIQUE INDEX "package_correction_package_id_number_key" ON "package_correction"("package_id", "number");
-- As that of packages: an order is found by a corrected number too.
CREATE INDEX "package_correction_tracking_search" ON "package_correction" ((left(upper(translate("tracking_number", ' -#', '')), 100)) text_pattern_ops);
CREATE INDEX "package_correction_open" ON "package_correction" ("called_shop_id", "next_attempt_at") WHERE "state" IN ('due', 'sending');
