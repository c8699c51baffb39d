-- D30: successful writes of network quantities are counted, not logged one by one: they are most of all calls, and what was
-- written last stands in network_quantity.
CREATE TABLE "store_call_count" (
    "shop_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "calls" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL,
    "duration_ms" BIGINT NOT NULL,

    CONSTRAINT "store_call_count_pkey" PRIMARY KEY ("shop_id","operation","minute")
);

-- CreateIndex
CREATE INDEX "store_call_count_minute_idx" ON "store_call_count"("minute");
