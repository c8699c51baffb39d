-- Work on a shop's texts that is begun and not ended, or set aside (D36).
CREATE TABLE "shop_work" (
    "shop_id" INTEGER NOT NULL,
    "work" TEXT NOT NULL,
    "begun" INTEGER NOT NULL DEFAULT 0,
    "set_aside_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_work_pkey" PRIMARY KEY ("shop_id", "work")
);
