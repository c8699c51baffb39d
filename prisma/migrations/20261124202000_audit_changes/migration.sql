-- What an act changed, from what to what; null: nothing that stays, or it was recorded by an earlier release.
ALTER TABLE "support_action" ADD COLUMN "changes" JSONB;
