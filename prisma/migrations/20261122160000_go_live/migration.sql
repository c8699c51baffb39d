-- Going live (D32): what was rehearsed, and what was said of it. Rows are added and never changed, whatever becomes of the shop.
CREATE TABLE "golive_rehearsal" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "ran_by" TEXT NOT NULL,
    "runner" TEXT NOT NULL,
    "store_api_root" TEXT NOT NULL,
    "locations" TEXT NOT NULL,
    "checks" JSONB NOT NULL,
    "violations" TEXT[],
    "record" JSONB NOT NULL,

    CONSTRAINT "golive_rehearsal_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "golive_rehearsal_environment" CHECK ("environment" IN ('development', 'test', 'production'))
);
CREATE INDEX "golive_rehearsal_shop_id_ended_at_idx" ON "golive_rehearsal"("shop_id", "ended_at");
CREATE TRIGGER "golive_rehearsal_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "golive_rehearsal"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

CREATE TABLE "golive_entry" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "environment" TEXT,
    "kind" TEXT NOT NULL,
    "capability" TEXT,
    "rehearsal_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "detail" JSONB NOT NULL,

    CONSTRAINT "golive_entry_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "golive_entry_environment" CHECK ("environment" IN ('development', 'test', 'production')),
    CONSTRAINT "golive_entry_kind" CHECK ("kind" IN ('overruled', 'confirmed', 'signed_off', 'switched', 'live_before_records'))
);
CREATE INDEX "golive_entry_shop_id_id_idx" ON "golive_entry"("shop_id", "id");
ALTER TABLE "golive_entry" ADD CONSTRAINT "golive_entry_rehearsal_id_fkey" FOREIGN KEY ("rehearsal_id") REFERENCES "golive_rehearsal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "golive_entry_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "golive_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- What is live now was switched on before there were records. A database of before does not always say what it is for: no environment is any.
INSERT INTO "golive_entry" ("shop_id", "environment", "kind", "capability", "actor", "detail")
SELECT s."id", (SELECT "environment" FROM "installation"), 'live_before_records', c.capability, 'migration',
  jsonb_build_object('store_api_root', s."store_api_root", 'locations', coalesce((
    SELECT string_agg(l."location_id", ', ' ORDER BY l."location_id" COLLATE "C") FROM "shop_location" l WHERE l."shop_id" = s."id"), '')
    || ' and HUB_Network ' || s."hub_network_location_id")
FROM "shop" s CROSS JOIN LATERAL (VALUES
  ('products', s."products"), ('inventory', s."inventory"), ('orders', s."orders"),
  ('cancellation', s."cancellation"), ('returns', s."returns")) AS c (capability, state)
WHERE s."removed_at" IS NULL AND c.state IN ('live', 'draining');
