-- The list of all orders: those whose personal data is kept have such an index already; an order enters this one when its data is blanked, not when it comes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_order_blanked" ON "seller_order"("received_at") WHERE "blanked_at" IS NOT NULL;
