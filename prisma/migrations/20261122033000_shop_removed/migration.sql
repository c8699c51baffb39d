-- A shop that was removed stays for its orders, its money and its history.
ALTER TABLE "shop" ADD COLUMN "removed_at" TIMESTAMPTZ(3);
