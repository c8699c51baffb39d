-- Whether a shop's stock has left the network quantities because its orders are held for long: tells when to work them out again.
ALTER TABLE "shop" ADD COLUMN "supply_withheld" BOOLEAN NOT NULL DEFAULT false;
