-- D16: how far the network quantities of an article may change before one of them is sent at once, and when the rest is
-- sent. Filled as articles are worked out; the sweep finds those that never were.
CREATE TABLE "article_calculation" (
    "gtin" CHAR(14) NOT NULL,
    "calculated_at" TIMESTAMPTZ(3) NOT NULL,
    "spare" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "article_calculation_pkey" PRIMARY KEY ("gtin")
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "article_calculation_due_at_idx" ON "article_calculation"("due_at");

-- CreateIndex
CREATE INDEX "article_calculation_calculated_at_idx" ON "article_calculation"("calculated_at");
