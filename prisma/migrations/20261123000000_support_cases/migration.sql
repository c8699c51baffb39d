CREATE TABLE "support_case" (
    "id" UUID NOT NULL,
    "cause_kind" TEXT NOT NULL,
    "shop_id" INTEGER,
    "about" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "merged_into" UUID,
    "owner" TEXT,
    "snoozed_until" TIMESTAMPTZ(3),
    "ticket_url" TEXT,
    "size" INTEGER NOT NULL,
    "reported_size" INTEGER NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "support_case_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "support_case_opened_at_id_idx" ON "support_case"("opened_at", "id");
CREATE INDEX "support_case_closed_at_idx" ON "support_case"("closed_at");
-- Prisma cannot express partial indexes: one failure is one case while it is open.
CREATE UNIQUE INDEX "support_case_open" ON "support_case"("key") WHERE "closed_at" IS NULL;

CREATE TABLE "support_case_item" (
    "id" BIGSERIAL NOT NULL,
    "case_id" UUID NOT NULL,
    "item" TEXT NOT NULL,
    "subjects" TEXT[],
    "seller_order_id" UUID,
    "shop_id" INTEGER,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_case_item_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_case_item_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "support_case"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "support_case_item_case_id_ended_at_idx" ON "support_case_item"("case_id", "ended_at");
CREATE INDEX "support_case_item_ended_at_idx" ON "support_case_item"("ended_at");
CREATE INDEX "support_case_item_seller_order_id_idx" ON "support_case_item"("seller_order_id");
CREATE UNIQUE INDEX "support_case_item_open" ON "support_case_item"("item") WHERE "ended_at" IS NULL;

CREATE TABLE "support_case_entry" (
    "id" BIGSERIAL NOT NULL,
    "case_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" TEXT,
    "text" TEXT,
    "mentions" TEXT[],
    "detail" JSONB NOT NULL DEFAULT '{}',
    "reported" BOOLEAN NOT NULL,

    CONSTRAINT "support_case_entry_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_case_entry_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "support_case"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "support_case_entry_case_id_id_idx" ON "support_case_entry"("case_id", "id");
CREATE INDEX "support_case_entry_at_idx" ON "support_case_entry"("at");

CREATE TABLE "support_case_notice" (
    "entry_id" BIGINT NOT NULL,
    "channel" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "sending_until" TIMESTAMPTZ(3),

    CONSTRAINT "support_case_notice_pkey" PRIMARY KEY ("entry_id", "channel"),
    CONSTRAINT "support_case_notice_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "support_case_entry"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
