-- Stock that a shop reported before an interruption does not count until a catalogue run requested after it, or a newer
-- event, covers it (D16). The order is that of the shop's revisions, taken under its lock. All that is stored counts.
ALTER TABLE "shop_location" ADD COLUMN "counted_from" BIGINT DEFAULT 0,
    ADD COLUMN "uncounted_since" TIMESTAMPTZ(3);

ALTER TABLE "stock_level" ADD COLUMN "known_at" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "catalogue_run" ADD COLUMN "shop_revision" BIGINT NOT NULL DEFAULT 0;
