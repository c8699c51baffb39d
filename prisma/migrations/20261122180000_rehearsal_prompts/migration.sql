-- A rehearsal that is under way says how far it is and what its people are to do now; they answer at the shop's door (D32, D35).
ALTER TABLE "rehearsal_run"
  ADD COLUMN "step" TEXT,
  ADD COLUMN "played" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "checks" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "task" TEXT,
  ADD COLUMN "task_expects" TEXT,
  ADD COLUMN "task_number" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "task_answer" TEXT,
  ADD COLUMN "ending" BOOLEAN NOT NULL DEFAULT false;
