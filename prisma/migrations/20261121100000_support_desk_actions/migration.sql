-- AlterTable
ALTER TABLE "dead_letter" ADD COLUMN     "edited_at" TIMESTAMPTZ(3),
ADD COLUMN     "edited_body" BYTEA,
ADD COLUMN     "edited_by" TEXT;

-- CreateTable
CREATE TABLE "dead_letter_selection" (
    "id" UUID NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "filter" TEXT NOT NULL,
    "ids" UUID[],

    CONSTRAINT "dead_letter_selection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop_circuit" (
    "shop_id" INTEGER NOT NULL,
    "worker" TEXT NOT NULL,
    "open_since" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_circuit_pkey" PRIMARY KEY ("shop_id","worker")
);

-- CreateIndex
CREATE INDEX "dead_letter_selection_created_at_idx" ON "dead_letter_selection"("created_at");

-- CreateIndex
CREATE INDEX "support_action_actor_id_idx" ON "support_action"("actor", "id");

-- CreateIndex
CREATE INDEX "seller_order_order_id_idx" ON "seller_order"("order_id");

-- CreateIndex
CREATE INDEX "seller_order_order_number_idx" ON "seller_order"("order_number");

-- CreateIndex
CREATE INDEX "shipping_order_store_order_id_idx" ON "shipping_order"("store_order_id");

-- CreateIndex
CREATE INDEX "return_store_return_id_idx" ON "return"("store_return_id");

-- What Prisma's schema cannot say.

-- An edit says who made it and when.
ALTER TABLE "dead_letter" ADD CONSTRAINT "dead_letter_edit"
  CHECK (("edited_body" IS NULL) = ("edited_by" IS NULL) AND ("edited_body" IS NULL) = ("edited_at" IS NULL));

-- How support finds things: an order by its customer's address, an order's events among those of its shop.
CREATE INDEX "seller_order_email" ON "seller_order" (lower("ship_to" ->> 'email')) WHERE "ship_to" ->> 'email' IS NOT NULL;
CREATE INDEX "event_ledger_order" ON "event_ledger" ("shop_id", "subject") WHERE "event" <> 'inventory.updated';

-- What needs attention: small, whatever the tables' size.
CREATE INDEX "seller_order_held" ON "seller_order" ("received_at") WHERE "state" = 'held';
CREATE INDEX "order_line_waiting_order" ON "order_line" ("seller_order_id") WHERE "state" = 'waiting';
CREATE INDEX "return_waiting" ON "return" ("created_at") WHERE "state" = 'waiting';
CREATE INDEX "network_quantity_out_of_step" ON "network_quantity" ("shop_id", "out_of_step_since") WHERE "out_of_step_since" IS NOT NULL;

-- Groups of dead letters are read from the index alone: the rows hold whole messages.
CREATE INDEX "dead_letter_group" ON "dead_letter" ("state", "origin", "reason")
  INCLUDE ("shop_id", "type", "count", "first_failed_at", "last_failed_at");
