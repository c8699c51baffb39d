-- D16: the sweep of network quantities goes through the articles in turn.
CREATE TABLE "sweep_round" (
    "sweep" TEXT NOT NULL,
    "position" TEXT,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweep_round_pkey" PRIMARY KEY ("sweep")
);
