-- Passes that ended while the outcome was unknown (D18). A migration of its own: a new value of a type cannot be used
-- in the transaction that adds it.
UPDATE "shipping_order" SET "state" = 'disputed' WHERE "state" = 'sending' AND "failed_at" IS NOT NULL;
