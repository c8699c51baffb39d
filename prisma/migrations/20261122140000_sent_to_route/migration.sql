-- When the sweep of waiting lines last sent an order to be routed.
ALTER TABLE "seller_order" ADD COLUMN "sent_to_route_at" TIMESTAMPTZ(3);
