-- Attempts made of a POST /orders that was put off (D23): no message carries them where no command comes again.
ALTER TABLE "shipping_order"
    ADD COLUMN IF NOT EXISTS "call_attempts" INTEGER NOT NULL DEFAULT 0;
