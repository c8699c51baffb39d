-- D33: dead letters of an earlier release, whose bodies are yet to be encrypted.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "dead_letter_plain" ON "dead_letter" ("id") WHERE "body_key_id" IS NULL;
