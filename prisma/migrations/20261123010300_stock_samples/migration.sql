-- Stock over time: what a variant had, noted once an hour where it changed. Expand: nothing of the release before knows it.
CREATE TABLE "stock_sample" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "on_hand" BIGINT NOT NULL,
    "committed" BIGINT NOT NULL,

    CONSTRAINT "stock_sample_pkey" PRIMARY KEY ("shop_id","variant_id","at")
);
