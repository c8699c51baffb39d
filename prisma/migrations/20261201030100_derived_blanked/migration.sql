-- D29. What is derived from an order's personal data is blanked with it. Orders that the previous release blanks, or has
-- blanked, keep null here until a retention sweep of this release has blanked the rest.
ALTER TABLE "seller_order" ADD COLUMN IF NOT EXISTS "derived_blanked_at" TIMESTAMPTZ(3);
