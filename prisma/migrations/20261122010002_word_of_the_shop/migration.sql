-- D12: how a shop says that a stop ended, and what a "cannot ship" needs of an "order.cancelled" that named an unknown order.
ALTER TABLE "shipping_order_stop" ADD COLUMN "settled_as" "stop_state";
ALTER TABLE "cancellation_marker" ADD COLUMN "event_id" TEXT, ADD COLUMN "reason" TEXT, ADD COLUMN "correlation" TEXT;
