-- D31: a replay is compared with what was first received. Expand: a process of the release before writes none, and nothing is compared then.
ALTER TABLE "seller_order" ADD COLUMN "content_sha256" TEXT;

-- D38: orders that were skipped for their tag, until their shipping order is known.
CREATE TABLE "skipped_order" (
    "shop_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "order_id" TEXT,
    "external_ref" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skipped_order_pkey" PRIMARY KEY ("shop_id","event_id")
);

-- CreateIndex
CREATE INDEX "skipped_order_received_at_idx" ON "skipped_order"("received_at");
