-- D38: a refused event is found by the hub's reference too, where it names another order id. Expand: an ingress of the release before leaves the column null.
ALTER TABLE "sent_event" ADD COLUMN "reference" TEXT;
