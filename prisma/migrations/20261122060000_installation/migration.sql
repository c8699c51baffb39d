-- One row: what this deployment is for (D28), written at the first start.
CREATE TABLE "installation" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "environment" TEXT NOT NULL,
    "environment_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "was_development_until" TIMESTAMPTZ(3),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "installation_one_row" CHECK ("id" = 1),
    CONSTRAINT "installation_environment" CHECK ("environment" IN ('development', 'test', 'production'))
);
