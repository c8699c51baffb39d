-- What happened by the hour: counted once, when the hour is over, so that a page over a month reads no orders, events and calls.
-- Expand: nothing of the release before knows them.
CREATE TABLE "hour_figure" (
    "kind" TEXT NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "key" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "hour_figure_pkey" PRIMARY KEY ("kind","shop_id","hour","key")
);

CREATE TABLE "day_figure" (
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "shop_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "day_figure_pkey" PRIMARY KEY ("kind","day","shop_id","key")
);

-- Figures of single shops by the hour are kept two days.
CREATE INDEX "hour_figure_of_shops" ON "hour_figure" ("hour") WHERE "shop_id" > 0;
