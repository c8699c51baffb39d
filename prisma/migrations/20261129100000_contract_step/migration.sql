-- What a contract step takes away is told to programs that may still want it (record 67).
CREATE TABLE "contract_step" (
    "migration" TEXT NOT NULL,
    "needs" TEXT NOT NULL,

    CONSTRAINT "contract_step_pkey" PRIMARY KEY ("migration")
);
