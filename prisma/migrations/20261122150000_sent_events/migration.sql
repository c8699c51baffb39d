-- D33: what shops sent. A body is encrypted under a body key, which is encrypted under a key of the list (D34): a rotation touches these few rows.
CREATE TABLE "body_key" (
    "id" SERIAL NOT NULL,
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "body_key_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sent_event" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT,
    "event_id" TEXT,
    "about" TEXT,
    "status" SMALLINT NOT NULL,
    "outcome" TEXT,
    "code" TEXT,
    "field" TEXT,
    "reason" TEXT,
    "bytes" INTEGER,
    "by_ingress" BOOLEAN NOT NULL,
    "body" BYTEA,
    "body_key_id" INTEGER,

    CONSTRAINT "sent_event_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "sent_event_shop_id_received_at_idx" ON "sent_event"("shop_id", "received_at");
CREATE INDEX "sent_event_event_id_idx" ON "sent_event"("event_id");
CREATE INDEX "sent_event_about_idx" ON "sent_event"("about");
-- What is listed, and counted, of refusals alone.
CREATE INDEX "sent_event_refused" ON "sent_event"("shop_id", "received_at") WHERE "status" <> 200;

CREATE TABLE "sent_body_volume" (
    "shop_id" INTEGER NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "sent_body_volume_pkey" PRIMARY KEY ("shop_id","minute")
);

-- Expand: null is a body as an earlier release stored it. Retention encrypts those.
ALTER TABLE "dead_letter" ADD COLUMN "body_key_id" INTEGER, ADD COLUMN "edited_body_key_id" INTEGER;
ALTER TABLE "outbox" ADD COLUMN "body_key_id" INTEGER;
