CREATE INDEX CONCURRENTLY IF NOT EXISTS "desk_token_issuer_subject_idx" ON "desk_token"("issuer", "subject");
