-- Links that people decide where no barcode says it (record 64).
CREATE TYPE "link_proposal_state" AS ENUM ('open', 'agreed', 'confirmed', 'refused', 'undone');

CREATE TABLE "link_proposal" (
    "id" UUID NOT NULL,
    "shop_a" INTEGER NOT NULL,
    "variant_a" TEXT NOT NULL,
    "product_a" TEXT NOT NULL,
    "shop_b" INTEGER NOT NULL,
    "variant_b" TEXT NOT NULL,
    "product_b" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "confidence" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "link_proposal_state" NOT NULL DEFAULT 'open',
    "agreed_shop" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,

    CONSTRAINT "link_proposal_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "link_proposal_in_order" CHECK ("shop_a" < "shop_b")
);

CREATE UNIQUE INDEX "link_proposal_shop_a_variant_a_shop_b_variant_b_key" ON "link_proposal"("shop_a", "variant_a", "shop_b", "variant_b");
CREATE INDEX "link_proposal_shop_a_state_product_a_idx" ON "link_proposal"("shop_a", "state", "product_a");
CREATE INDEX "link_proposal_shop_b_state_product_b_idx" ON "link_proposal"("shop_b", "state", "product_b");

CREATE TABLE "article_link" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "gtin" CHAR(14) NOT NULL,
    "proposal_id" UUID NOT NULL,
    "barcode_gtin" CHAR(14),
    "link_problem" TEXT,

    CONSTRAINT "article_link_pkey" PRIMARY KEY ("shop_id", "variant_id")
);

CREATE INDEX "article_link_proposal_id_idx" ON "article_link"("proposal_id");
