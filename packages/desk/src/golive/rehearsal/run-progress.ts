import type { Progress } from '@hub/conformance';
import type { Database } from '@hub/database';
import type { Run } from './rehearsal-lease';

/** Writes the progress to the run's row, for viewers. A failed write is made up for with the next check. */
export function progressOf(db: Database, { id }: Run): (progress: Progress) => void {
  let played = 0;
  const say = (data: { checks?: number; step?: string; played?: number }): void => {
    db.rehearsalRun.updateMany({ where: { id }, data }).catch(() => undefined);
  };
  return (progress) => {
    switch (progress.kind) {
      case 'began':
        return say({ checks: progress.checks.length });
      case 'check_began':
        return say({ step: progress.check.step, played });
      case 'check_ended':
        played += 1;
        return;
      case 'left_open':
      case 'ended':
    }
  };
}
