-- The audit narrowed to one kind of action.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "support_action_action_id_idx" ON "support_action" ("action", "id");
