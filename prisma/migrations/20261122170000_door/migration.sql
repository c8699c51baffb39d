-- The shops' own door (D35): links, sessions and tokens of the contacts on their sheets. New tables, read by no earlier release.
CREATE TYPE "door_delivery" AS ENUM ('mailed', 'printed');
CREATE TYPE "door_right" AS ENUM ('read', 'act');

CREATE TABLE "door_link" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "contact" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "delivery" "door_delivery" NOT NULL,
    "asked_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "door_link_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "door_link_token_sha256_key" ON "door_link"("token_sha256");
CREATE INDEX "door_link_created_at_idx" ON "door_link"("created_at");

CREATE TABLE "door_session" (
    "sid" TEXT NOT NULL,
    "sess" JSON NOT NULL,
    "expire" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "door_session_pkey" PRIMARY KEY ("sid")
);
CREATE INDEX "door_session_expire_idx" ON "door_session"("expire");

CREATE TABLE "door_token" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "contact" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "delivery" "door_delivery" NOT NULL,
    "label" TEXT NOT NULL,
    "may" "door_right" NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "door_token_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "door_token_token_sha256_key" ON "door_token"("token_sha256");
CREATE INDEX "door_token_shop_id_created_at_idx" ON "door_token"("shop_id", "created_at");
