-- What each process has read of the shops, by which it is known when a sheet is in force, and every version that was applied.
CREATE TABLE "process_heartbeat" (
    "process" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "shops_revision" BIGINT NOT NULL,
    "unreadable_shops" INTEGER[],
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_heartbeat_pkey" PRIMARY KEY ("process")
);

CREATE TABLE "shop_version" (
    "shop_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_by" TEXT NOT NULL,
    "first" BOOLEAN NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "shop_version_pkey" PRIMARY KEY ("shop_id","id")
);

ALTER TABLE "shop_version" ADD CONSTRAINT "shop_version_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
