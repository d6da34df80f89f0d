-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "email_confirmed_at" TIMESTAMPTZ(3),
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_challenges" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "lifecycle" TEXT NOT NULL DEFAULT 'active',
    "lifecycle_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "currency" CHAR(3) NOT NULL DEFAULT 'EUR',
    "agents_may_approve" BOOLEAN NOT NULL DEFAULT false,
    "active_policy" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "rotated_to" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "workspace_id" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "response" TEXT,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id","principal","key")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "workspace_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "actor_label" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "request_id" TEXT,
    "ip" TEXT,
    "previous" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT,
    "user_id" TEXT,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "policy_versions" (
    "workspace_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_versions_pkey" PRIMARY KEY ("workspace_id","version")
);

-- CreateTable
CREATE TABLE "integrations" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'connected',
    "error" TEXT,
    "currency" CHAR(3),
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disconnected_at" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3),
    "sync_status" TEXT NOT NULL DEFAULT 'never',
    "sync_counts" JSONB,
    "sync_fence" INTEGER NOT NULL DEFAULT 0,
    "sync_lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "catalog_items" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "brand" TEXT,
    "category" TEXT,
    "tags" TEXT[],
    "currency" CHAR(3) NOT NULL,
    "price" BIGINT,
    "compare_at_price" BIGINT,
    "cost" BIGINT,
    "cost_updated_at" TIMESTAMPTZ(3),
    "map_price" BIGINT,
    "min_price" BIGINT,
    "max_price" BIGINT,
    "stock" INTEGER,
    "url" TEXT,
    "integration_id" TEXT,
    "store_ref" TEXT,
    "store_parent_ref" TEXT,
    "baseline_price" BIGINT,
    "baseline_cost" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "catalog_items_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "item_changes" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "price" BIGINT,
    "cost" BIGINT,
    "currency" CHAR(3) NOT NULL,

    CONSTRAINT "item_changes_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "observations" (
    "workspace_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,
    "seller" TEXT NOT NULL,
    "price" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "in_stock" BOOLEAN,
    "url" TEXT,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "observations_pkey" PRIMARY KEY ("workspace_id","item_id","seller","observed_at")
) PARTITION BY RANGE ("observed_at");

-- CreateTable
CREATE TABLE "current_offers" (
    "workspace_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "seller" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "price" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "in_stock" BOOLEAN,
    "url" TEXT,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "current_offers_pkey" PRIMARY KEY ("workspace_id","item_id","seller")
);

-- CreateTable
CREATE TABLE "runs" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "subset_tags" TEXT[],
    "policy_version" INTEGER NOT NULL,
    "engine_version" TEXT NOT NULL,
    "as_of" TIMESTAMPTZ(3),
    "cursor" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "counts" JSONB,
    "held_reason" TEXT,
    "released_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "run_results" (
    "workspace_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT,
    "stock" INTEGER,
    "change" DECIMAL(20,4),

    CONSTRAINT "run_results_pkey" PRIMARY KEY ("workspace_id","run_id","item_id")
);

-- CreateTable
CREATE TABLE "recommendations" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "last_run_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "snooze_until" TIMESTAMPTZ(3),
    "accepted" BOOLEAN NOT NULL DEFAULT false,
    "currency" CHAR(3) NOT NULL,
    "current_price" BIGINT,
    "recommended_price" BIGINT,
    "cost" BIGINT,
    "market_median" BIGINT,
    "margin_before" TEXT,
    "margin_after" TEXT,
    "change_ratio" DECIMAL(20,4),
    "reason" TEXT NOT NULL,
    "binding_rule" TEXT,
    "confidence" TEXT NOT NULL,
    "evidence" TEXT NOT NULL,
    "policy_version" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "decided_by" TEXT,
    "decided_by_label" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision" TEXT,
    "decision_reason" TEXT,
    "superseded_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recommendations_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "item_id" TEXT,
    "run_id" TEXT,
    "write_back_id" TEXT,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "cleared" BOOLEAN NOT NULL DEFAULT false,
    "severity" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "currency" CHAR(3),
    "money_at_risk" BIGINT,
    "occurrences" INTEGER NOT NULL DEFAULT 1,
    "snooze_until" TIMESTAMPTZ(3),
    "snooze_reason" TEXT,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,
    "resolution" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "write_backs" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "recommendation_id" TEXT NOT NULL,
    "revert_of" TEXT,
    "integration_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "store_ref" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "expected_price" BIGINT NOT NULL,
    "target_price" BIGINT NOT NULL,
    "write_key" TEXT NOT NULL,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "first_sent_at" TIMESTAMPTZ(3),
    "sends" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "store_price" BIGINT,
    "store_answer" TEXT,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "write_backs_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "rate_windows" (
    "key" TEXT NOT NULL,
    "used" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "email_challenges_code_hash_key" ON "email_challenges"("code_hash");

-- CreateIndex
CREATE INDEX "email_challenges_user_id_idx" ON "email_challenges"("user_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "audit_events_workspace_id_subject_idx" ON "audit_events"("workspace_id", "subject");

-- CreateIndex
CREATE INDEX "mails_workspace_id_created_at_idx" ON "mails"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "catalog_items_workspace_id_updated_at_idx" ON "catalog_items"("workspace_id", "updated_at");

-- CreateIndex
CREATE INDEX "catalog_items_tags_idx" ON "catalog_items" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "catalog_items_workspace_id_sku_key" ON "catalog_items"("workspace_id", "sku");

-- CreateIndex
CREATE UNIQUE INDEX "catalog_items_workspace_id_integration_id_store_ref_key" ON "catalog_items"("workspace_id", "integration_id", "store_ref");

-- CreateIndex
CREATE INDEX "item_changes_workspace_id_item_id_at_idx" ON "item_changes"("workspace_id", "item_id", "at");

-- CreateIndex
CREATE INDEX "runs_workspace_id_created_at_idx" ON "runs"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "recommendations_workspace_id_status_id_idx" ON "recommendations"("workspace_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "recommendations_workspace_id_item_id_idx" ON "recommendations"("workspace_id", "item_id");

-- CreateIndex
CREATE INDEX "recommendations_workspace_id_run_id_idx" ON "recommendations"("workspace_id", "run_id");

-- CreateIndex
CREATE INDEX "alerts_workspace_id_status_id_idx" ON "alerts"("workspace_id", "status", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "write_backs_write_key_key" ON "write_backs"("write_key");

-- CreateIndex
CREATE INDEX "write_backs_workspace_id_recommendation_id_idx" ON "write_backs"("workspace_id", "recommendation_id");

-- CreateIndex
CREATE INDEX "write_backs_workspace_id_item_id_idx" ON "write_backs"("workspace_id", "item_id");

-- CreateIndex
CREATE INDEX "rate_windows_expires_at_idx" ON "rate_windows"("expires_at");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_items" ADD CONSTRAINT "catalog_items_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;


