-- Filters of lists at the desk that somebody keeps under a name, for themselves or for everybody.
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

CREATE UNIQUE INDEX "saved_view_page_owner_name_key" ON "saved_view"("page", "owner", "name");
