CREATE TABLE "desk_token" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "vouched_by" TEXT NOT NULL,
    "issued_by" TEXT NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "desk_token_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "desk_token_token_sha256_key" ON "desk_token"("token_sha256");
CREATE INDEX "desk_token_created_at_idx" ON "desk_token"("created_at");
