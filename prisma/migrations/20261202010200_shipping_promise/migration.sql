-- D38: by when a shop said last that it ships a placed shipping order, and how often it has said so. Expand: the release before
-- reads neither, and shows such an order as late.
ALTER TABLE "shipping_order"
  ADD COLUMN IF NOT EXISTS "promised_by" TIMESTAMPTZ(3),
  ADD COLUMN IF NOT EXISTS "promises" SMALLINT NOT NULL DEFAULT 0;
