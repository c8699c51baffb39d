-- One row: the Ed25519 key that certificates are signed with (D32), made at its first use.
CREATE TABLE "certificate_key" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,

    CONSTRAINT "certificate_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "certificate_key_one_row" CHECK ("id" = 1)
);
