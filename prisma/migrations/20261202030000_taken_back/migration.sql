-- D38: a lead takes a placed shipping order back from its shop. Expand: to the release before it is one that its shop cannot
-- ship, whose lines go to another shop too and whose stock is blocked until the shop reports it.
ALTER TABLE "cancellation" ADD COLUMN IF NOT EXISTS "taken_back" BOOLEAN NOT NULL DEFAULT false;

-- As a lead chose: its lines are closed once its shop has confirmed.
ALTER TABLE "shipping_order_stop" ADD COLUMN IF NOT EXISTS "closes_lines" BOOLEAN NOT NULL DEFAULT false;
