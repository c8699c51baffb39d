-- Whose a token is: the issuer and the person's id there, never a display name. Expand: a desk of the release before leaves the
-- columns null, and does not read them. This release refuses a token of an issuer's person that names no one there.
ALTER TABLE "desk_token" ADD COLUMN "issuer" TEXT;
ALTER TABLE "desk_token" ADD COLUMN "subject" TEXT;
ALTER TABLE "desk_token" ADD COLUMN "signed_in_at" TIMESTAMPTZ(3);
