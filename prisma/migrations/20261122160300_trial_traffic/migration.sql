-- D32: in test a new shop shows network quantities of its test variants alone until it is signed off. What trades already goes on.
ALTER TABLE "shop" ADD COLUMN "trial_traffic" BOOLEAN NOT NULL DEFAULT false;
