-- D30. Reads the whole table once. Reads and writes continue meanwhile: the lock stops only other changes of the table itself.
ALTER TABLE "routing_decision" VALIDATE CONSTRAINT "routing_decision_before_months";
