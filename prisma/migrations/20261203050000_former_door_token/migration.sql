-- The bearer token that a newer one replaced at a shop's door: it can be taken back (D35). Expand: the release before sets none.
ALTER TABLE "shop"
    ADD COLUMN IF NOT EXISTS "former_door_token" BYTEA,
    ADD COLUMN IF NOT EXISTS "former_door_token_key_id" TEXT,
    ADD COLUMN IF NOT EXISTS "former_door_token_set_at" TIMESTAMPTZ(3);
