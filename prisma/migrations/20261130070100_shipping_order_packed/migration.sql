-- D38: placed shipping orders that have pieces in no package are found by time. Expand: the release before leaves the column null for packages that it records; such a shipping order is looked at in vain.
ALTER TABLE "shipping_order" ADD COLUMN "packed_at" TIMESTAMPTZ(3);
