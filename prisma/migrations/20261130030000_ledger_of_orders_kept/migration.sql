-- D30. Rows of events other than stock are permanent. Batches of order.created entered theirs under the day, whose partition is dropped.
-- Expand: a process of the release before enters such rows until it ends; those few rows are dropped after seven days. Contract: none.
UPDATE "event_ledger" SET "day" = DATE '9999-12-31'
WHERE "day" < DATE '9999-01-01' AND "event" <> 'inventory.updated';
