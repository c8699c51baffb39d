-- One row: which key encrypts, and the reference key under it (D34). Written at the first start.
CREATE TABLE "encryption_state" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "current_key_id" TEXT NOT NULL,
    "current_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reference_key" BYTEA NOT NULL,
    "reference_key_id" TEXT NOT NULL,

    CONSTRAINT "encryption_state_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "encryption_state_one_row" CHECK ("id" = 1)
);

-- Processes that work on this database, each with its heartbeat (D25, D34).
CREATE TABLE "process" (
    "id" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "key_ids" TEXT[],

    CONSTRAINT "process_pkey" PRIMARY KEY ("id")
);
