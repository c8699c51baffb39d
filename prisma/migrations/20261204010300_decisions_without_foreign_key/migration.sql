-- D30. With a foreign key, dropping a month would lock every order. Orders are never deleted, and an order and its decision are stored in one transaction.
-- The locks are taken in the order in which routing takes them, so that neither waits for the other. Expand: a program of the release before writes as before.
LOCK TABLE "seller_order", "routing_decision" IN ACCESS EXCLUSIVE MODE;
ALTER TABLE "routing_decision" DROP CONSTRAINT "routing_decision_seller_order_id_fkey";
