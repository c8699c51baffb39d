-- Since when a shop's `POST /orders` is held, and since when the circuit to its store is open: routing chooses it last.
ALTER TABLE "shop" ADD COLUMN "circuit_open_since" TIMESTAMPTZ(3),
ADD COLUMN "orders_held_since" TIMESTAMPTZ(3);
