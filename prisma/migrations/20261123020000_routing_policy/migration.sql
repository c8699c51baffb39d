CREATE TABLE "routing_policy" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "band_km" INTEGER NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT,
    "adopted_at" TIMESTAMPTZ(3) NOT NULL,
    "adopted_by" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "withdrawn_by" TEXT,

    CONSTRAINT "routing_policy_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "routing_policy_name_key" ON "routing_policy"("name");
CREATE INDEX "routing_policy_valid_from_idx" ON "routing_policy"("valid_from");
