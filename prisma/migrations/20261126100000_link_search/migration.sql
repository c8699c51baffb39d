-- Proposals of links are looked for after each catalogue run (record 65).
CREATE TABLE "listed_product" (
    "shop_id" INTEGER NOT NULL,
    "product_id" TEXT NOT NULL,
    "digest" UUID NOT NULL,
    "variants" JSONB NOT NULL,
    "searched" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "listed_product_pkey" PRIMARY KEY ("shop_id", "product_id")
);

-- What is still to be looked for.
CREATE INDEX "listed_product_to_search" ON "listed_product"("shop_id", "product_id") WHERE NOT "searched";

CREATE TABLE "listing_key" (
    "key" TEXT NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "product_id" TEXT NOT NULL,

    CONSTRAINT "listing_key_pkey" PRIMARY KEY ("key", "shop_id", "product_id")
);

CREATE INDEX "listing_key_shop_id_product_id_idx" ON "listing_key"("shop_id", "product_id");

CREATE TABLE "link_search" (
    "shop_id" INTEGER NOT NULL,
    "listed" UUID,
    "searched" UUID,
    "not_before" TIMESTAMPTZ(3),

    CONSTRAINT "link_search_pkey" PRIMARY KEY ("shop_id")
);

-- Why variants are not linked, run by run: support and shops see whether it gets better.
ALTER TABLE "catalogue_run" ADD COLUMN "invalid_barcodes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "catalogue_run" ADD COLUMN "duplicate_barcodes" INTEGER NOT NULL DEFAULT 0;
