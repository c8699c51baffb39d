-- Holds on calls of their own: all calls of a shop, or those of one method and path template. A hold goes by the credentials of the call.
ALTER TABLE "shop" ADD COLUMN "credentials_revision" BIGINT NOT NULL DEFAULT 1;

CREATE TABLE "call_hold" (
    "shop_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "next_probe_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_hold_pkey" PRIMARY KEY ("shop_id","operation")
);

CREATE TABLE "held_call" (
    "shop_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_call_pkey" PRIMARY KEY ("shop_id","operation","reference")
);

ALTER TABLE "call_hold" ADD CONSTRAINT "call_hold_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "held_call" ADD CONSTRAINT "held_call_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "call_hold" ("shop_id", "operation", "status", "since", "next_probe_at")
SELECT "id", 'all', 401, "calls_held_since", coalesce("next_probe_at", now()) FROM "shop" WHERE "calls_held_since" IS NOT NULL;
UPDATE "shop" SET "orders_held_since" = "calls_held_since" WHERE "calls_held_since" IS NOT NULL;
