-- CreateTable
CREATE TABLE "support_session" (
    "sid" TEXT NOT NULL,
    "sess" JSON NOT NULL,
    "expire" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "support_session_pkey" PRIMARY KEY ("sid")
);

-- CreateIndex
CREATE INDEX "support_session_expire_idx" ON "support_session"("expire");
