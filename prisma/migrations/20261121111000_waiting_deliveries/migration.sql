-- Deliveries that waited for a cancellation already when the latest one came: they are answered with it.
ALTER TABLE "cancellation" ADD COLUMN "earlier_reply_to" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "earlier_reply_correlations" TEXT[] DEFAULT ARRAY[]::TEXT[];
