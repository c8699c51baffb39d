-- Whether an attempt may have reached the store without a receipt (D13, D18). True until a program that knows the column
-- proves otherwise: rows from before, and rows of the release before this one, are treated as unknown.
ALTER TABLE "package" ADD COLUMN "outcome_unknown" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "return" ADD COLUMN "outcome_unknown" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "shipping_order_stop" ADD COLUMN "outcome_unknown" BOOLEAN NOT NULL DEFAULT true;
