-- A bearer token that a shop sets at its own door, beside those of its sheet (D35).
ALTER TABLE "shop"
    ADD COLUMN IF NOT EXISTS "door_token" BYTEA,
    ADD COLUMN IF NOT EXISTS "door_token_key_id" TEXT,
    ADD COLUMN IF NOT EXISTS "door_token_set_at" TIMESTAMPTZ(3);
