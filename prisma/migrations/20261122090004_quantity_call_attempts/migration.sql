-- The attempts of a call that was put off stand on the row (D23), as with every write to a store.
ALTER TABLE "network_quantity" ADD COLUMN "call_attempts" INTEGER NOT NULL DEFAULT 0;
