-- The rest of a partly shipped shipping order (D12): what was stated of it, and which of its lines a person ended.
CREATE TYPE "rest_statement" AS ENUM ('cannot_ship', 'cancelled');
ALTER TABLE "shipping_order" ADD COLUMN "rest_stated_at" TIMESTAMPTZ(3);
ALTER TABLE "shipping_order" ADD COLUMN "rest_statement" "rest_statement";
ALTER TABLE "shipping_order_line" ADD COLUMN "rest_ended_at" TIMESTAMPTZ(3);
