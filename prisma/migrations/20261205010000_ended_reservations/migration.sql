-- D30. Reservations are pruned some time after they ended, whenever their order came.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reservation_ended" ON "reservation" ("ended_at") WHERE "remaining" = 0;
