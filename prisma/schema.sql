-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "store_write_state" AS ENUM ('due', 'sending', 'done', 'failed');

-- CreateEnum
CREATE TYPE "cancellation_kind" AS ENUM ('whole_order', 'cannot_ship');

-- CreateEnum
CREATE TYPE "cancellation_state" AS ENUM ('stopping', 'stopped', 'overruled');

-- CreateEnum
CREATE TYPE "stop_state" AS ENUM ('settling', 'due', 'sending', 'confirmed', 'already_shipped', 'failed');

-- CreateEnum
CREATE TYPE "return_side" AS ENUM ('shipping', 'selling');

-- CreateEnum
CREATE TYPE "return_state" AS ENUM ('due', 'sending', 'registered', 'recorded', 'waiting', 'failed');

-- CreateEnum
CREATE TYPE "variant_state" AS ENUM ('active', 'retired');

-- CreateEnum
CREATE TYPE "catalogue_run_state" AS ENUM ('queued', 'reading', 'waiting', 'accepted', 'refused', 'failed');

-- CreateEnum
CREATE TYPE "door_delivery" AS ENUM ('mailed', 'printed');

-- CreateEnum
CREATE TYPE "door_right" AS ENUM ('read', 'act');

-- CreateEnum
CREATE TYPE "link_proposal_state" AS ENUM ('open', 'agreed', 'confirmed', 'refused', 'undone');

-- CreateEnum
CREATE TYPE "alert_state" AS ENUM ('open', 'taken', 'resolved');

-- CreateEnum
CREATE TYPE "dead_letter_state" AS ENUM ('open', 'replaying', 'resolved', 'discarded');

-- CreateEnum
CREATE TYPE "bulk_run_state" AS ENUM ('running', 'paused', 'stopped', 'finished');

-- CreateEnum
CREATE TYPE "order_mode" AS ENUM ('dry_run', 'live');

-- CreateEnum
CREATE TYPE "seller_order_state" AS ENUM ('accepted', 'held', 'stopping', 'stopped');

-- CreateEnum
CREATE TYPE "order_line_state" AS ENUM ('own', 'waiting', 'allocated', 'shipped', 'stopped', 'unfulfillable');

-- CreateEnum
CREATE TYPE "shipping_order_state" AS ENUM ('planned', 'sending', 'placed', 'refused', 'disputed', 'stopped', 'dry_run');

-- CreateEnum
CREATE TYPE "rest_statement" AS ENUM ('cannot_ship', 'cancelled');

-- CreateEnum
CREATE TYPE "lab_run_state" AS ENUM ('running', 'stopped', 'finished');

-- CreateEnum
CREATE TYPE "shop_mail_state" AS ENUM ('due', 'sending', 'sent', 'refused', 'bounced', 'unknown', 'given_up');

-- CreateEnum
CREATE TYPE "capability_state" AS ENUM ('off', 'dry_run', 'live', 'draining');

-- CreateEnum
CREATE TYPE "injection_vat" AS ENUM ('domestic', 'always', 'never');

-- CreateEnum
CREATE TYPE "stock_deducted_at" AS ENUM ('order', 'shipment');

-- CreateEnum
CREATE TYPE "pause_side" AS ENUM ('agent', 'shop');

-- CreateEnum
CREATE TYPE "reservation_kind" AS ENUM ('reserved', 'block');

-- CreateEnum
CREATE TYPE "network_quantity_state" AS ENUM ('in_step', 'due', 'writing');

-- CreateTable
CREATE TABLE "package" (
    "id" UUID NOT NULL,
    "shipping_order_id" UUID NOT NULL,
    "package_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "tracking_number" TEXT NOT NULL,
    "tracking_url" TEXT,
    "shipped_at" BIGINT NOT NULL,
    "state" "store_write_state" NOT NULL DEFAULT 'due',
    "called_shop_id" INTEGER,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "call_attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome_unknown" BOOLEAN NOT NULL DEFAULT true,
    "last_failure" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "correlation" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "package_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "package_correction" (
    "id" UUID NOT NULL,
    "package_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "tracking_number" TEXT NOT NULL,
    "tracking_url" TEXT,
    "corrected_by" TEXT NOT NULL,
    "corrected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "store_write_state" NOT NULL DEFAULT 'due',
    "called_shop_id" INTEGER NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "call_attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome_unknown" BOOLEAN NOT NULL DEFAULT true,
    "last_failure" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "correlation" TEXT NOT NULL,

    CONSTRAINT "package_correction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "package_line" (
    "package_id" UUID NOT NULL,
    "shipping_order_line_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "package_line_pkey" PRIMARY KEY ("package_id","shipping_order_line_id")
);

-- CreateTable
CREATE TABLE "cancellation" (
    "id" UUID NOT NULL,
    "kind" "cancellation_kind" NOT NULL,
    "seller_order_id" UUID NOT NULL,
    "shipping_order_id" UUID,
    "requested_by" INTEGER NOT NULL,
    "taken_back" BOOLEAN NOT NULL DEFAULT false,
    "event_id" TEXT NOT NULL,
    "reason" TEXT,
    "state" "cancellation_state" NOT NULL DEFAULT 'stopping',
    "reply_to" TEXT,
    "reply_correlation" TEXT,
    "reply_until" TIMESTAMPTZ(3),
    "earlier_reply_to" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "earlier_reply_correlations" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "correlation" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "cancellation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shipping_order_stop" (
    "id" UUID NOT NULL,
    "cancellation_id" UUID NOT NULL,
    "shipping_order_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "state" "stop_state" NOT NULL,
    "called_shop_id" INTEGER,
    "call_attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome_unknown" BOOLEAN NOT NULL DEFAULT true,
    "last_failure" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "settled_as" "stop_state",
    "closes_lines" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "shipping_order_stop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cancellation_marker" (
    "shop_id" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event_id" TEXT,
    "reason" TEXT,
    "correlation" TEXT,

    CONSTRAINT "cancellation_marker_pkey" PRIMARY KEY ("shop_id","order_id")
);

-- CreateTable
CREATE TABLE "return" (
    "id" UUID NOT NULL,
    "side" "return_side" NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "seller_order_id" UUID NOT NULL,
    "shipping_order_id" UUID,
    "reference" TEXT,
    "state" "return_state" NOT NULL,
    "store_return_id" TEXT,
    "customer_note" TEXT,
    "called_shop_id" INTEGER,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "call_attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome_unknown" BOOLEAN NOT NULL DEFAULT true,
    "last_failure" TEXT,
    "correlation" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "registered_at" TIMESTAMPTZ(3),
    "blanked_at" TIMESTAMPTZ(3),

    CONSTRAINT "return_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "return_line" (
    "id" UUID NOT NULL,
    "return_id" UUID NOT NULL,
    "order_line_id" UUID NOT NULL,
    "shipping_order_line_id" UUID,
    "reported_line_id" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "reason" TEXT,

    CONSTRAINT "return_line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product" (
    "shop_id" INTEGER NOT NULL,
    "product_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "description" TEXT,
    "images" JSONB NOT NULL,

    CONSTRAINT "product_pkey" PRIMARY KEY ("shop_id","product_id")
);

-- CreateTable
CREATE TABLE "variant" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "title" TEXT,
    "size" TEXT NOT NULL,
    "sku" TEXT,
    "barcode" TEXT,
    "gtin" CHAR(14),
    "link_problem" TEXT,
    "state" "variant_state" NOT NULL DEFAULT 'active',
    "on_hand" BIGINT NOT NULL DEFAULT 0,
    "committed" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "variant_pkey" PRIMARY KEY ("shop_id","variant_id")
);

-- CreateTable
CREATE TABLE "catalogue_run" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "state" "catalogue_run_state" NOT NULL DEFAULT 'queued',
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "shop_revision" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "check_images" BOOLEAN NOT NULL DEFAULT false,
    "cursor" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "stalled_since" TIMESTAMPTZ(3),
    "retirement_accepted_at" TIMESTAMPTZ(3),
    "pages" INTEGER NOT NULL DEFAULT 0,
    "products" INTEGER NOT NULL DEFAULT 0,
    "variants" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "retired" INTEGER NOT NULL DEFAULT 0,
    "reactivated" INTEGER NOT NULL DEFAULT 0,
    "linked" INTEGER NOT NULL DEFAULT 0,
    "unlinked" INTEGER NOT NULL DEFAULT 0,
    "invalid_barcodes" INTEGER NOT NULL DEFAULT 0,
    "duplicate_barcodes" INTEGER NOT NULL DEFAULT 0,
    "fault_count" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,

    CONSTRAINT "catalogue_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalogue_fault" (
    "id" BIGSERIAL NOT NULL,
    "run_id" UUID NOT NULL,
    "page" INTEGER NOT NULL,
    "product_id" TEXT,
    "variant_id" TEXT,
    "field" TEXT NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "catalogue_fault_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop_work" (
    "shop_id" INTEGER NOT NULL,
    "work" TEXT NOT NULL,
    "begun" INTEGER NOT NULL DEFAULT 0,
    "set_aside_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_work_pkey" PRIMARY KEY ("shop_id","work")
);

-- CreateTable
CREATE TABLE "staged_product" (
    "run_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "page" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "description" TEXT,
    "images" JSONB NOT NULL,

    CONSTRAINT "staged_product_pkey" PRIMARY KEY ("run_id","product_id")
);

-- CreateTable
CREATE TABLE "staged_variant" (
    "run_id" UUID NOT NULL,
    "variant_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "page" INTEGER NOT NULL,
    "title" TEXT,
    "size" TEXT NOT NULL,
    "sku" TEXT,
    "barcode" TEXT,
    "gtin" CHAR(14),
    "link_problem" TEXT,
    "inventory" JSONB NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staged_variant_pkey" PRIMARY KEY ("run_id","variant_id")
);

-- CreateTable
CREATE TABLE "staged_page" (
    "run_id" UUID NOT NULL,
    "cursor_sha256" BYTEA NOT NULL,
    "page" INTEGER NOT NULL,

    CONSTRAINT "staged_page_pkey" PRIMARY KEY ("run_id","cursor_sha256")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "door_session" (
    "sid" TEXT NOT NULL,
    "sess" JSON NOT NULL,
    "expire" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "door_session_pkey" PRIMARY KEY ("sid")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "golive_rehearsal" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "stored_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "ran_by" TEXT NOT NULL,
    "runner" TEXT NOT NULL,
    "store_api_root" TEXT NOT NULL,
    "locations" TEXT NOT NULL,
    "checks" JSONB NOT NULL,
    "violations" TEXT[],
    "record" JSONB NOT NULL,

    CONSTRAINT "golive_rehearsal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "golive_entry" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "environment" TEXT,
    "kind" TEXT NOT NULL,
    "capability" TEXT,
    "rehearsal_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "detail" JSONB NOT NULL,

    CONSTRAINT "golive_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rehearsal_run" (
    "shop_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT,
    "took_stock" BOOLEAN NOT NULL DEFAULT false,
    "step" TEXT,
    "played" INTEGER NOT NULL DEFAULT 0,
    "checks" INTEGER NOT NULL DEFAULT 0,
    "task" TEXT,
    "task_expects" TEXT,
    "task_number" INTEGER NOT NULL DEFAULT 0,
    "task_answer" TEXT,
    "ending" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "rehearsal_run_pkey" PRIMARY KEY ("shop_id")
);

-- CreateTable
CREATE TABLE "rehearsal_write" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "run_id" UUID NOT NULL,

    CONSTRAINT "rehearsal_write_pkey" PRIMARY KEY ("shop_id","variant_id")
);

-- CreateTable
CREATE TABLE "installation" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "environment" TEXT NOT NULL,
    "environment_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "was_development_until" TIMESTAMPTZ(3),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "encryption_state" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "current_key_id" TEXT NOT NULL,
    "current_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reference_key" BYTEA NOT NULL,
    "reference_key_id" TEXT NOT NULL,

    CONSTRAINT "encryption_state_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "body_key" (
    "id" SERIAL NOT NULL,
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "body_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "process" (
    "id" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "key_ids" TEXT[],
    "host" TEXT,
    "clock_ahead_ms" INTEGER,

    CONSTRAINT "process_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "certificate_key" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,

    CONSTRAINT "certificate_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contract_step" (
    "migration" TEXT NOT NULL,
    "needs" TEXT NOT NULL,

    CONSTRAINT "contract_step_pkey" PRIMARY KEY ("migration")
);

-- CreateTable
CREATE TABLE "link_proposal" (
    "id" UUID NOT NULL,
    "shop_a" INTEGER NOT NULL,
    "variant_a" TEXT NOT NULL,
    "product_a" TEXT NOT NULL,
    "shop_b" INTEGER NOT NULL,
    "variant_b" TEXT NOT NULL,
    "product_b" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "confidence" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "link_proposal_state" NOT NULL DEFAULT 'open',
    "agreed_shop" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,

    CONSTRAINT "link_proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "article_link" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "gtin" CHAR(14) NOT NULL,
    "proposal_id" UUID NOT NULL,
    "barcode_gtin" CHAR(14),
    "link_problem" TEXT,

    CONSTRAINT "article_link_pkey" PRIMARY KEY ("shop_id","variant_id")
);

-- CreateTable
CREATE TABLE "listed_product" (
    "shop_id" INTEGER NOT NULL,
    "product_id" TEXT NOT NULL,
    "digest" UUID NOT NULL,
    "variants" JSONB NOT NULL,
    "searched" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "listed_product_pkey" PRIMARY KEY ("shop_id","product_id")
);

-- CreateTable
CREATE TABLE "listing_key" (
    "key" TEXT NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "product_id" TEXT NOT NULL,

    CONSTRAINT "listing_key_pkey" PRIMARY KEY ("key","shop_id","product_id")
);

-- CreateTable
CREATE TABLE "link_search" (
    "shop_id" INTEGER NOT NULL,
    "listed" UUID,
    "searched" UUID,
    "not_before" TIMESTAMPTZ(3),

    CONSTRAINT "link_search_pkey" PRIMARY KEY ("shop_id")
);

-- CreateTable
CREATE TABLE "event_ledger" (
    "shop_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "body_sha256" BYTEA NOT NULL,
    "subject" TEXT,
    "status" SMALLINT,
    "outcome" TEXT,
    "code" TEXT,
    "field" TEXT,
    "message" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "day" DATE NOT NULL DEFAULT '9999-12-31'::date,

    CONSTRAINT "event_ledger_pkey" PRIMARY KEY ("shop_id","event_id","day")
);

-- CreateTable
CREATE TABLE "sent_event" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT,
    "event_id" TEXT,
    "about" TEXT,
    "reference" TEXT,
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

-- CreateTable
CREATE TABLE "sent_body_volume" (
    "shop_id" INTEGER NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "sent_body_volume_pkey" PRIMARY KEY ("shop_id","minute")
);

-- CreateTable
CREATE TABLE "event_ledger_midnight" (
    "shop_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_ledger_midnight_pkey" PRIMARY KEY ("shop_id","event_id")
);

-- CreateTable
CREATE TABLE "skipped_order" (
    "shop_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "order_id" TEXT,
    "external_ref" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skipped_order_pkey" PRIMARY KEY ("shop_id","event_id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "consumer" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "handled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("consumer","message_id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB,
    "correlation" TEXT NOT NULL,
    "queue" TEXT,
    "body" BYTEA,
    "body_key_id" INTEGER,
    "headers" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "shop_id" INTEGER,
    "seller_order_id" UUID,
    "message" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "state" "alert_state" NOT NULL DEFAULT 'open',
    "count" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_by" TEXT,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_notice" (
    "alert_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "told_group" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "telling_until" TIMESTAMPTZ(3),

    CONSTRAINT "alert_notice_pkey" PRIMARY KEY ("alert_id","channel")
);

-- CreateTable
CREATE TABLE "dead_letter" (
    "id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "shop_id" INTEGER,
    "order_id" TEXT,
    "correlation" TEXT,
    "body" BYTEA NOT NULL,
    "body_key_id" INTEGER,
    "headers" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "stack" TEXT,
    "attempts" INTEGER NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "state" "dead_letter_state" NOT NULL DEFAULT 'open',
    "first_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "deaths" TEXT[],
    "replay_id" UUID,
    "replay_seen_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "edited_body" BYTEA,
    "edited_body_key_id" INTEGER,
    "edited_by" TEXT,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dead_letter_selection" (
    "id" UUID NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "filter" TEXT NOT NULL,
    "ids" UUID[],

    CONSTRAINT "dead_letter_selection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_run" (
    "id" UUID NOT NULL,
    "selection_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "note" TEXT,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "bulk_run_state" NOT NULL DEFAULT 'running',
    "size" INTEGER NOT NULL,
    "next" INTEGER NOT NULL DEFAULT 0,
    "first_many" INTEGER,
    "per_minute" INTEGER,
    "effects" TEXT[],
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" TEXT,

    CONSTRAINT "bulk_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_run_item" (
    "run_id" UUID NOT NULL,
    "dead_letter_id" UUID NOT NULL,
    "refused" TEXT,

    CONSTRAINT "bulk_run_item_pkey" PRIMARY KEY ("run_id","dead_letter_id")
);

-- CreateTable
CREATE TABLE "support_action" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "changes" JSONB,

    CONSTRAINT "support_action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store_call_count" (
    "shop_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "calls" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL,
    "duration_ms" BIGINT NOT NULL,

    CONSTRAINT "store_call_count_pkey" PRIMARY KEY ("shop_id","operation","minute")
);

-- CreateTable
CREATE TABLE "store_call" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "reference" TEXT,
    "seller_order_id" UUID,
    "request" JSONB,
    "response" JSONB,
    "status" SMALLINT,
    "outcome" TEXT NOT NULL,
    "code" TEXT,
    "attempts" INTEGER NOT NULL,
    "attempt_log" JSONB,
    "duration_ms" INTEGER NOT NULL,
    "correlation" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "store_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sweep_progress" (
    "sweep" TEXT NOT NULL,
    "looked_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweep_progress_pkey" PRIMARY KEY ("sweep")
);

-- CreateTable
CREATE TABLE "sweep_round" (
    "sweep" TEXT NOT NULL,
    "position" TEXT,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweep_round_pkey" PRIMARY KEY ("sweep")
);

-- CreateTable
CREATE TABLE "seller_order" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "order_number" TEXT,
    "name" TEXT,
    "placed_at" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "mode" "order_mode" NOT NULL,
    "state" "seller_order_state" NOT NULL DEFAULT 'accepted',
    "held_reason" TEXT,
    "destination_country" CHAR(2) NOT NULL,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "ship_to" JSONB,
    "content_sha256" TEXT,
    "shipping_method" JSONB,
    "shipping_cost" DECIMAL(30,6) NOT NULL,
    "total_discounts" DECIMAL(30,6) NOT NULL,
    "subtotal" DECIMAL(30,6),
    "total_tax" DECIMAL(30,6),
    "total_price" DECIMAL(30,6),
    "placements" INTEGER NOT NULL DEFAULT 0,
    "correlation" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "blanked_at" TIMESTAMPTZ(3),
    "derived_blanked_at" TIMESTAMPTZ(3),
    "sent_to_route_at" TIMESTAMPTZ(3),

    CONSTRAINT "seller_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_line" (
    "id" UUID NOT NULL,
    "seller_order_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "line_item_id" TEXT NOT NULL,
    "variant_id" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unit_price" DECIMAL(30,6) NOT NULL,
    "barcode" TEXT,
    "sku" TEXT,
    "title" TEXT,
    "state" "order_line_state" NOT NULL,
    "waiting_reason" TEXT,
    "gtin" CHAR(14),
    "excluded_shops" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routing_decision" (
    "id" UUID NOT NULL,
    "seller_order_id" UUID NOT NULL,
    "policy_version" TEXT NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "detail" JSONB NOT NULL,

    CONSTRAINT "routing_decision_pkey" PRIMARY KEY ("id","decided_at")
);

-- CreateTable
CREATE TABLE "shipping_order" (
    "id" UUID NOT NULL,
    "seller_order_id" UUID NOT NULL,
    "decision_id" UUID NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "shop_id" INTEGER NOT NULL,
    "external_ref" TEXT NOT NULL,
    "state" "shipping_order_state" NOT NULL DEFAULT 'planned',
    "payload" JSONB,
    "relay_email" TEXT,
    "store_order_id" TEXT,
    "stop_requested_at" TIMESTAMPTZ(3),
    "first_sent_at" TIMESTAMPTZ(6),
    "last_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "passes" INTEGER NOT NULL DEFAULT 0,
    "call_attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_failure" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "placed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "packed_at" TIMESTAMPTZ(3),
    "rest_stated_at" TIMESTAMPTZ(3),
    "rest_statement" "rest_statement",
    "promised_by" TIMESTAMPTZ(3),
    "promises" SMALLINT NOT NULL DEFAULT 0,
    "reminded_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shipping_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shipping_order_alias" (
    "shop_id" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "shipping_order_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shipping_order_alias_pkey" PRIMARY KEY ("shop_id","order_id")
);

-- CreateTable
CREATE TABLE "shipping_order_line" (
    "id" UUID NOT NULL,
    "shipping_order_id" UUID NOT NULL,
    "order_line_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "external_ref" TEXT NOT NULL,
    "variant_id" TEXT NOT NULL,
    "barcode" TEXT,
    "sku" TEXT,
    "quantity" INTEGER NOT NULL,
    "unit_price" DECIMAL(30,6) NOT NULL,
    "calculation" JSONB NOT NULL,
    "packaged" INTEGER NOT NULL DEFAULT 0,
    "rest_ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "shipping_order_line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "restore_gap" (
    "id" UUID NOT NULL,
    "lost_from" TIMESTAMPTZ(3) NOT NULL,
    "lost_until" TIMESTAMPTZ(3) NOT NULL,
    "orders_until" BIGINT NOT NULL,
    "opened_by" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,

    CONSTRAINT "restore_gap_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "restore_report" (
    "gap_id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "reported_by" TEXT NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "restore_report_pkey" PRIMARY KEY ("gap_id","shop_id")
);

-- CreateTable
CREATE TABLE "restored_reference" (
    "shop_id" INTEGER NOT NULL,
    "external_ref" TEXT NOT NULL,
    "gap_id" UUID NOT NULL,
    "store_order_id" TEXT NOT NULL,
    "positions" INTEGER[],

    CONSTRAINT "restored_reference_pkey" PRIMARY KEY ("shop_id","external_ref")
);

-- CreateTable
CREATE TABLE "routing_policy" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "band_km" INTEGER NOT NULL,
    "criteria" JSONB,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT,
    "adopted_at" TIMESTAMPTZ(3) NOT NULL,
    "adopted_by" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "withdrawn_by" TEXT,

    CONSTRAINT "routing_policy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routing_lab_run" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "band_km" INTEGER NOT NULL,
    "criteria" JSONB,
    "against" JSONB,
    "decided_from" TIMESTAMPTZ(3) NOT NULL,
    "decided_before" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "lab_run_state" NOT NULL DEFAULT 'running',
    "size" INTEGER NOT NULL,
    "next" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "next_id" UUID NOT NULL,
    "figures" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT,

    CONSTRAINT "routing_lab_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routing_lab_line" (
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "seller_order_id" UUID NOT NULL,
    "line_item_id" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "was_shop_id" INTEGER,
    "was_km" DOUBLE PRECISION,
    "was_owed" DECIMAL(30,6),
    "becomes_shop_id" INTEGER,
    "becomes_km" DOUBLE PRECISION,
    "becomes_owed" DECIMAL(30,6),
    "why" TEXT,

    CONSTRAINT "routing_lab_line_pkey" PRIMARY KEY ("run_id","number")
);

-- CreateTable
CREATE TABLE "shop_mail" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "contact" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "named" TEXT[],
    "state" "shop_mail_state" NOT NULL DEFAULT 'due',
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sending_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "shop_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "store_api_root" TEXT NOT NULL,
    "hub_network_location_id" TEXT NOT NULL,
    "destination_countries" TEXT[],
    "test_webhook_url" TEXT,
    "injection_vat" "injection_vat" NOT NULL DEFAULT 'domestic',
    "stock_deducted_at" "stock_deducted_at" NOT NULL DEFAULT 'order',
    "test_variants" TEXT[],
    "optional_fields" TEXT[],
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "ship_within" TEXT NOT NULL DEFAULT '72h',
    "closed_days" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "stock_buffer" JSONB NOT NULL DEFAULT '{"default": 0, "variants": {}}',
    "orders_per_day" INTEGER,
    "contacts" JSONB NOT NULL DEFAULT '{}',
    "products" "capability_state" NOT NULL,
    "inventory" "capability_state" NOT NULL,
    "orders" "capability_state" NOT NULL,
    "cancellation" "capability_state" NOT NULL,
    "returns" "capability_state" NOT NULL,
    "bearer_token" BYTEA NOT NULL,
    "bearer_token_key_id" TEXT NOT NULL,
    "door_token" BYTEA,
    "door_token_key_id" TEXT,
    "door_token_set_at" TIMESTAMPTZ(3),
    "former_door_token" BYTEA,
    "former_door_token_key_id" TEXT,
    "former_door_token_set_at" TIMESTAMPTZ(3),
    "revision" BIGINT NOT NULL DEFAULT nextval('shop_revision'),
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "credentials_revision" BIGINT NOT NULL DEFAULT 1,
    "calls_held_since" TIMESTAMPTZ(3),
    "next_probe_at" TIMESTAMPTZ(3),
    "orders_held_since" TIMESTAMPTZ(3),
    "circuit_open_since" TIMESTAMPTZ(3),
    "inventory_off_since" TIMESTAMPTZ(3),
    "refusals_read_at" TIMESTAMPTZ(3),
    "supply_withheld" BOOLEAN NOT NULL DEFAULT false,
    "paused_until" TIMESTAMPTZ(3),
    "trial_traffic" BOOLEAN NOT NULL DEFAULT false,
    "first_catalogue_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop_pause" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "side" "pause_side" NOT NULL,
    "begun_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "shop_pause_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop_version" (
    "shop_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_by" TEXT NOT NULL,
    "first" BOOLEAN NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "shop_version_pkey" PRIMARY KEY ("shop_id","id")
);

-- CreateTable
CREATE TABLE "process_heartbeat" (
    "process" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "shops_revision" BIGINT NOT NULL,
    "unreadable_shops" INTEGER[],
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_heartbeat_pkey" PRIMARY KEY ("process")
);

-- CreateTable
CREATE TABLE "call_hold" (
    "shop_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "next_probe_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_hold_pkey" PRIMARY KEY ("shop_id","operation")
);

-- CreateTable
CREATE TABLE "held_call" (
    "shop_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_call_pkey" PRIMARY KEY ("shop_id","operation","reference")
);

-- CreateTable
CREATE TABLE "shop_circuit" (
    "shop_id" INTEGER NOT NULL,
    "worker" TEXT NOT NULL,
    "open_since" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_circuit_pkey" PRIMARY KEY ("shop_id","worker")
);

-- CreateTable
CREATE TABLE "shop_secret" (
    "id" SERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "verify_until" TIMESTAMPTZ(3),

    CONSTRAINT "shop_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop_location" (
    "shop_id" INTEGER NOT NULL,
    "location_id" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "counted_from" BIGINT DEFAULT 0,
    "uncounted_since" TIMESTAMPTZ(3),

    CONSTRAINT "shop_location_pkey" PRIMARY KEY ("shop_id","location_id")
);

-- CreateTable
CREATE TABLE "split_rate" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL DEFAULT '',
    "applies_from" BIGINT NOT NULL DEFAULT 0,
    "rate" DECIMAL(12,9) NOT NULL,

    CONSTRAINT "split_rate_pkey" PRIMARY KEY ("shop_id","variant_id","applies_from")
);

-- CreateTable
CREATE TABLE "vat_rate" (
    "country" CHAR(2) NOT NULL,
    "applies_from" BIGINT NOT NULL,
    "rate" DECIMAL(12,9) NOT NULL,

    CONSTRAINT "vat_rate_pkey" PRIMARY KEY ("country","applies_from")
);

-- CreateTable
CREATE TABLE "stock_level" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "location_id" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "changed_at" BIGINT,
    "reported_quantity" INTEGER,
    "received_at" TIMESTAMPTZ(3),
    "known_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "stock_level_pkey" PRIMARY KEY ("shop_id","variant_id","location_id")
);

-- CreateTable
CREATE TABLE "reservation" (
    "id" UUID NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "shipping_order_line_id" UUID NOT NULL,
    "kind" "reservation_kind" NOT NULL DEFAULT 'reserved',
    "quantity" INTEGER NOT NULL,
    "remaining" INTEGER NOT NULL,
    "attempted_at" BIGINT,
    "falls_before" BIGINT NOT NULL DEFAULT 0,
    "consumable_from" BIGINT,
    "ends_with_next_report" BOOLEAN NOT NULL DEFAULT false,
    "shipped_at" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "reservation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stock_fall" (
    "id" BIGSERIAL NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "changed_at" BIGINT NOT NULL,
    "pieces" INTEGER NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_fall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "network_quantity" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "wanted" INTEGER NOT NULL,
    "state" "network_quantity_state" NOT NULL DEFAULT 'due',
    "reported" INTEGER,
    "reported_at" TIMESTAMPTZ(3),
    "report_changed_at" BIGINT,
    "written" INTEGER,
    "written_from" TIMESTAMPTZ(3),
    "unsent_since" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "call_attempts" INTEGER NOT NULL DEFAULT 0,
    "last_failure" TEXT,
    "out_of_step_since" TIMESTAMPTZ(3),

    CONSTRAINT "network_quantity_pkey" PRIMARY KEY ("shop_id","variant_id")
);

-- CreateTable
CREATE TABLE "stock_refusal" (
    "shop_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "variant_id" TEXT NOT NULL,
    "location_id" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_refusal_pkey" PRIMARY KEY ("shop_id","code","variant_id","location_id")
);

-- CreateTable
CREATE TABLE "article_calculation" (
    "gtin" CHAR(14) NOT NULL,
    "calculated_at" TIMESTAMPTZ(3) NOT NULL,
    "spare" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "article_calculation_pkey" PRIMARY KEY ("gtin")
);

-- CreateTable
CREATE TABLE "support_session" (
    "sid" TEXT NOT NULL,
    "sess" JSON NOT NULL,
    "expire" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "support_session_pkey" PRIMARY KEY ("sid")
);

-- CreateTable
CREATE TABLE "desk_token" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "vouched_by" TEXT NOT NULL,
    "issued_by" TEXT NOT NULL,
    "issuer" TEXT,
    "subject" TEXT,
    "signed_in_at" TIMESTAMPTZ(3),
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "desk_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "support_case_item" (
    "id" BIGSERIAL NOT NULL,
    "case_id" UUID NOT NULL,
    "item" TEXT NOT NULL,
    "subjects" TEXT[],
    "seller_order_id" UUID,
    "shop_id" INTEGER,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_case_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "support_case_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "support_case_notice" (
    "entry_id" BIGINT NOT NULL,
    "channel" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "sending_until" TIMESTAMPTZ(3),

    CONSTRAINT "support_case_notice_pkey" PRIMARY KEY ("entry_id","channel")
);

-- CreateTable
CREATE TABLE "hour_figure" (
    "kind" TEXT NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "key" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "hour_figure_pkey" PRIMARY KEY ("kind","shop_id","hour","key")
);

-- CreateTable
CREATE TABLE "day_figure" (
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "day_figure_pkey" PRIMARY KEY ("kind","day","shop_id","key")
);

-- CreateTable
CREATE TABLE "stock_sample" (
    "shop_id" INTEGER NOT NULL,
    "variant_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "on_hand" BIGINT NOT NULL,
    "committed" BIGINT NOT NULL,

    CONSTRAINT "stock_sample_pkey" PRIMARY KEY ("shop_id","variant_id","at")
);

-- CreateIndex
CREATE UNIQUE INDEX "package_reference_key" ON "package"("reference");

-- CreateIndex
CREATE INDEX "package_created_at_idx" ON "package"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "package_shipping_order_id_package_id_key" ON "package"("shipping_order_id", "package_id");

-- CreateIndex
CREATE UNIQUE INDEX "package_correction_reference_key" ON "package_correction"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "package_correction_package_id_number_key" ON "package_correction"("package_id", "number");

-- CreateIndex
CREATE INDEX "package_line_shipping_order_line_id_idx" ON "package_line"("shipping_order_line_id");

-- CreateIndex
CREATE INDEX "cancellation_seller_order_id_idx" ON "cancellation"("seller_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_order_stop_shipping_order_id_key" ON "shipping_order_stop"("shipping_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_order_stop_reference_key" ON "shipping_order_stop"("reference");

-- CreateIndex
CREATE INDEX "shipping_order_stop_cancellation_id_idx" ON "shipping_order_stop"("cancellation_id");

-- CreateIndex
CREATE UNIQUE INDEX "return_reference_key" ON "return"("reference");

-- CreateIndex
CREATE INDEX "return_seller_order_id_idx" ON "return"("seller_order_id");

-- CreateIndex
CREATE INDEX "return_shipping_order_id_idx" ON "return"("shipping_order_id");

-- CreateIndex
CREATE INDEX "return_created_at_idx" ON "return"("created_at");

-- CreateIndex
CREATE INDEX "return_line_return_id_idx" ON "return_line"("return_id");

-- CreateIndex
CREATE INDEX "return_line_order_line_id_idx" ON "return_line"("order_line_id");

-- CreateIndex
CREATE INDEX "variant_gtin_idx" ON "variant"("gtin");

-- CreateIndex
CREATE INDEX "catalogue_run_shop_id_requested_at_idx" ON "catalogue_run"("shop_id", "requested_at");

-- CreateIndex
CREATE INDEX "catalogue_fault_run_id_id_idx" ON "catalogue_fault"("run_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "door_link_token_sha256_key" ON "door_link"("token_sha256");

-- CreateIndex
CREATE INDEX "door_link_created_at_idx" ON "door_link"("created_at");

-- CreateIndex
CREATE INDEX "door_session_expire_idx" ON "door_session"("expire");

-- CreateIndex
CREATE UNIQUE INDEX "door_token_token_sha256_key" ON "door_token"("token_sha256");

-- CreateIndex
CREATE INDEX "door_token_shop_id_created_at_idx" ON "door_token"("shop_id", "created_at");

-- CreateIndex
CREATE INDEX "golive_rehearsal_shop_id_ended_at_idx" ON "golive_rehearsal"("shop_id", "ended_at");

-- CreateIndex
CREATE INDEX "golive_entry_shop_id_id_idx" ON "golive_entry"("shop_id", "id");

-- CreateIndex
CREATE INDEX "link_proposal_shop_a_state_product_a_idx" ON "link_proposal"("shop_a", "state", "product_a");

-- CreateIndex
CREATE INDEX "link_proposal_shop_b_state_product_b_idx" ON "link_proposal"("shop_b", "state", "product_b");

-- CreateIndex
CREATE UNIQUE INDEX "link_proposal_shop_a_variant_a_shop_b_variant_b_key" ON "link_proposal"("shop_a", "variant_a", "shop_b", "variant_b");

-- CreateIndex
CREATE INDEX "article_link_proposal_id_idx" ON "article_link"("proposal_id");

-- CreateIndex
CREATE INDEX "listing_key_shop_id_product_id_idx" ON "listing_key"("shop_id", "product_id");

-- CreateIndex
CREATE INDEX "sent_event_shop_id_received_at_idx" ON "sent_event"("shop_id", "received_at");

-- CreateIndex
CREATE INDEX "sent_event_event_id_idx" ON "sent_event"("event_id");

-- CreateIndex
CREATE INDEX "sent_event_about_idx" ON "sent_event"("about");

-- CreateIndex
CREATE INDEX "event_ledger_midnight_received_at_idx" ON "event_ledger_midnight"("received_at");

-- CreateIndex
CREATE INDEX "skipped_order_received_at_idx" ON "skipped_order"("received_at");

-- CreateIndex
CREATE INDEX "inbox_handled_at_idx" ON "inbox"("handled_at");

-- CreateIndex
CREATE INDEX "alert_state_last_at_idx" ON "alert"("state", "last_at");

-- CreateIndex
CREATE INDEX "alert_seller_order_id_idx" ON "alert"("seller_order_id");

-- CreateIndex
CREATE INDEX "dead_letter_state_last_failed_at_id_idx" ON "dead_letter"("state", "last_failed_at", "id");

-- CreateIndex
CREATE INDEX "dead_letter_origin_reason_state_idx" ON "dead_letter"("origin", "reason", "state");

-- CreateIndex
CREATE INDEX "dead_letter_shop_id_last_failed_at_idx" ON "dead_letter"("shop_id", "last_failed_at");

-- CreateIndex
CREATE INDEX "dead_letter_last_failed_at_idx" ON "dead_letter"("last_failed_at");

-- CreateIndex
CREATE INDEX "dead_letter_order_id_idx" ON "dead_letter"("order_id");

-- CreateIndex
CREATE INDEX "dead_letter_correlation_idx" ON "dead_letter"("correlation");

-- CreateIndex
CREATE UNIQUE INDEX "dead_letter_origin_identity_key" ON "dead_letter"("origin", "identity");

-- CreateIndex
CREATE INDEX "dead_letter_selection_created_at_idx" ON "dead_letter_selection"("created_at");

-- CreateIndex
CREATE INDEX "bulk_run_state_due_at_idx" ON "bulk_run"("state", "due_at");

-- CreateIndex
CREATE INDEX "bulk_run_started_at_id_idx" ON "bulk_run"("started_at", "id");

-- CreateIndex
CREATE INDEX "bulk_run_selection_id_idx" ON "bulk_run"("selection_id");

-- CreateIndex
CREATE INDEX "bulk_run_item_dead_letter_id_idx" ON "bulk_run_item"("dead_letter_id");

-- CreateIndex
CREATE INDEX "support_action_subject_id_idx" ON "support_action"("subject", "id");

-- CreateIndex
CREATE INDEX "support_action_actor_id_idx" ON "support_action"("actor", "id");

-- CreateIndex
CREATE INDEX "support_action_action_id_idx" ON "support_action"("action", "id");

-- CreateIndex
CREATE INDEX "support_action_at_idx" ON "support_action"("at");

-- CreateIndex
CREATE INDEX "store_call_count_minute_idx" ON "store_call_count"("minute");

-- CreateIndex
CREATE INDEX "store_call_seller_order_id_idx" ON "store_call"("seller_order_id");

-- CreateIndex
CREATE INDEX "store_call_at_idx" ON "store_call"("at");

-- CreateIndex
CREATE INDEX "store_call_shop_id_id_idx" ON "store_call"("shop_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "seller_order_shop_id_order_id_key" ON "seller_order"("shop_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_line_seller_order_id_line_item_id_key" ON "order_line"("seller_order_id", "line_item_id");

-- CreateIndex
CREATE INDEX "routing_decision_seller_order_id_idx" ON "routing_decision"("seller_order_id");

-- CreateIndex
CREATE INDEX "routing_decision_decided_at_id_idx" ON "routing_decision"("decided_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_order_external_ref_key" ON "shipping_order"("external_ref");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_order_relay_email_key" ON "shipping_order"("relay_email");

-- CreateIndex
CREATE INDEX "shipping_order_seller_order_id_idx" ON "shipping_order"("seller_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_order_shop_id_store_order_id_key" ON "shipping_order"("shop_id", "store_order_id");

-- CreateIndex
CREATE INDEX "shipping_order_alias_shipping_order_id_idx" ON "shipping_order_alias"("shipping_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_order_line_external_ref_key" ON "shipping_order_line"("external_ref");

-- CreateIndex
CREATE INDEX "shipping_order_line_shipping_order_id_idx" ON "shipping_order_line"("shipping_order_id");

-- CreateIndex
CREATE INDEX "shipping_order_line_order_line_id_idx" ON "shipping_order_line"("order_line_id");

-- CreateIndex
CREATE INDEX "restore_gap_orders_until_idx" ON "restore_gap"("orders_until");

-- CreateIndex
CREATE UNIQUE INDEX "routing_policy_name_key" ON "routing_policy"("name");

-- CreateIndex
CREATE INDEX "routing_policy_valid_from_idx" ON "routing_policy"("valid_from");

-- CreateIndex
CREATE INDEX "routing_lab_run_state_due_at_idx" ON "routing_lab_run"("state", "due_at");

-- CreateIndex
CREATE INDEX "routing_lab_run_started_at_id_idx" ON "routing_lab_run"("started_at", "id");

-- CreateIndex
CREATE INDEX "shop_mail_made_at_idx" ON "shop_mail"("made_at");

-- CreateIndex
CREATE UNIQUE INDEX "shop_mail_shop_id_cause_day_key" ON "shop_mail"("shop_id", "cause", "day");

-- CreateIndex
CREATE UNIQUE INDEX "shop_slug_key" ON "shop"("slug");

-- CreateIndex
CREATE INDEX "shop_pause_shop_id_ended_at_idx" ON "shop_pause"("shop_id", "ended_at");

-- CreateIndex
CREATE INDEX "shop_pause_ended_at_ends_at_idx" ON "shop_pause"("ended_at", "ends_at");

-- CreateIndex
CREATE INDEX "shop_secret_fingerprint_idx" ON "shop_secret"("fingerprint");

-- CreateIndex
CREATE UNIQUE INDEX "shop_secret_shop_id_position_key" ON "shop_secret"("shop_id", "position");

-- CreateIndex
CREATE INDEX "reservation_shipping_order_line_id_idx" ON "reservation"("shipping_order_line_id");

-- CreateIndex
CREATE INDEX "stock_fall_shop_id_variant_id_idx" ON "stock_fall"("shop_id", "variant_id");

-- CreateIndex
CREATE INDEX "stock_refusal_shop_id_variant_id_idx" ON "stock_refusal"("shop_id", "variant_id");

-- CreateIndex
CREATE INDEX "article_calculation_due_at_idx" ON "article_calculation"("due_at");

-- CreateIndex
CREATE INDEX "article_calculation_calculated_at_idx" ON "article_calculation"("calculated_at");

-- CreateIndex
CREATE INDEX "support_session_expire_idx" ON "support_session"("expire");

-- CreateIndex
CREATE UNIQUE INDEX "desk_token_token_sha256_key" ON "desk_token"("token_sha256");

-- CreateIndex
CREATE INDEX "desk_token_created_at_idx" ON "desk_token"("created_at");

-- CreateIndex
CREATE INDEX "desk_token_issuer_subject_idx" ON "desk_token"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_page_owner_name_key" ON "saved_view"("page", "owner", "name");

-- CreateIndex
CREATE INDEX "support_case_opened_at_id_idx" ON "support_case"("opened_at", "id");

-- CreateIndex
CREATE INDEX "support_case_closed_at_idx" ON "support_case"("closed_at");

-- CreateIndex
CREATE INDEX "support_case_item_case_id_ended_at_idx" ON "support_case_item"("case_id", "ended_at");

-- CreateIndex
CREATE INDEX "support_case_item_ended_at_idx" ON "support_case_item"("ended_at");

-- CreateIndex
CREATE INDEX "support_case_item_seller_order_id_idx" ON "support_case_item"("seller_order_id");

-- CreateIndex
CREATE INDEX "support_case_entry_case_id_id_idx" ON "support_case_entry"("case_id", "id");

-- CreateIndex
CREATE INDEX "support_case_entry_at_idx" ON "support_case_entry"("at");

-- CreateIndex
CREATE INDEX "day_figure_shop_id_day_idx" ON "day_figure"("shop_id", "day");

-- AddForeignKey
ALTER TABLE "package" ADD CONSTRAINT "package_shipping_order_id_fkey" FOREIGN KEY ("shipping_order_id") REFERENCES "shipping_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_correction" ADD CONSTRAINT "package_correction_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "package"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_line" ADD CONSTRAINT "package_line_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "package"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_line" ADD CONSTRAINT "package_line_shipping_order_line_id_fkey" FOREIGN KEY ("shipping_order_line_id") REFERENCES "shipping_order_line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipping_order_stop" ADD CONSTRAINT "shipping_order_stop_cancellation_id_fkey" FOREIGN KEY ("cancellation_id") REFERENCES "cancellation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_line" ADD CONSTRAINT "return_line_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "return"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalogue_fault" ADD CONSTRAINT "catalogue_fault_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "catalogue_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "golive_entry" ADD CONSTRAINT "golive_entry_rehearsal_id_fkey" FOREIGN KEY ("rehearsal_id") REFERENCES "golive_rehearsal"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rehearsal_run" ADD CONSTRAINT "rehearsal_run_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_notice" ADD CONSTRAINT "alert_notice_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_selection_id_fkey" FOREIGN KEY ("selection_id") REFERENCES "dead_letter_selection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_run_item" ADD CONSTRAINT "bulk_run_item_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "bulk_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_seller_order_id_fkey" FOREIGN KEY ("seller_order_id") REFERENCES "seller_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routing_decision" ADD CONSTRAINT "routing_decision_seller_order_id_fkey" FOREIGN KEY ("seller_order_id") REFERENCES "seller_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipping_order" ADD CONSTRAINT "shipping_order_seller_order_id_fkey" FOREIGN KEY ("seller_order_id") REFERENCES "seller_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipping_order_alias" ADD CONSTRAINT "shipping_order_alias_shipping_order_id_fkey" FOREIGN KEY ("shipping_order_id") REFERENCES "shipping_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipping_order_line" ADD CONSTRAINT "shipping_order_line_shipping_order_id_fkey" FOREIGN KEY ("shipping_order_id") REFERENCES "shipping_order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipping_order_line" ADD CONSTRAINT "shipping_order_line_order_line_id_fkey" FOREIGN KEY ("order_line_id") REFERENCES "order_line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "restore_report" ADD CONSTRAINT "restore_report_gap_id_fkey" FOREIGN KEY ("gap_id") REFERENCES "restore_gap"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "restored_reference" ADD CONSTRAINT "restored_reference_gap_id_fkey" FOREIGN KEY ("gap_id") REFERENCES "restore_gap"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routing_lab_line" ADD CONSTRAINT "routing_lab_line_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "routing_lab_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shop_mail" ADD CONSTRAINT "shop_mail_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shop_pause" ADD CONSTRAINT "shop_pause_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shop_version" ADD CONSTRAINT "shop_version_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "call_hold" ADD CONSTRAINT "call_hold_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_call" ADD CONSTRAINT "held_call_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shop_secret" ADD CONSTRAINT "shop_secret_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shop_location" ADD CONSTRAINT "shop_location_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "split_rate" ADD CONSTRAINT "split_rate_shop_id_fkey" FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_case_item" ADD CONSTRAINT "support_case_item_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "support_case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_case_entry" ADD CONSTRAINT "support_case_entry_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "support_case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_case_notice" ADD CONSTRAINT "support_case_notice_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "support_case_entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
