-- Texts of stores that have no limit but that of the event: a btree refuses an entry of more than 2704 bytes, and the row
-- with it. Support looks them up exactly, for which a hash serves.
DROP INDEX "seller_order_order_number_idx";
CREATE INDEX "seller_order_order_number_idx" ON "seller_order" USING HASH ("order_number");
DROP INDEX "package_tracking_number_idx";
CREATE INDEX "package_tracking_number_idx" ON "package" USING HASH ("tracking_number");

-- What Prisma's schema cannot say.
DROP INDEX "seller_order_email";
CREATE INDEX "seller_order_email" ON "seller_order" USING HASH (lower("ship_to" ->> 'email')) WHERE "ship_to" ->> 'email' IS NOT NULL;
