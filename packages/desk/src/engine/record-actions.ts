import type { Prisma, Tx } from '@hub/database';
import { wayOfActing } from './acting-by';
import type { ChangingActionName, OtherActionName } from './action-names';
import type { RecordedChange } from './recorded-change';

interface CommonReport {
  /** Who, such as `agent:ada` or `cli:root`. */
  actor: string;
  /** The subject: `dead_letter:<id>`, `alert:<id>` and the like. */
  subjects: readonly string[];
  /** Figures and reasons, without personal data. */
  detail?: Prisma.InputJsonObject;
}

export type SupportActionReport = CommonReport &
  (
    | { action: ChangingActionName; changes: readonly RecordedChange[] }
    | { action: OtherActionName; changes?: never }
  );

/** Adds to the trail of support's actions, in the transaction of the action. Its rows are never deleted. */
export function recordActions(tx: Tx, report: SupportActionReport): Promise<void> {
  return recordAction(tx, report);
}

/** The same for the engine of actions, whose definitions have their names and say which of them change something. */
export async function recordAction(
  tx: Tx,
  report: CommonReport & { action: string; changes?: readonly RecordedChange[] },
): Promise<void> {
  const { actor, action, subjects, changes } = report;
  const detail = { ...report.detail, ...wayOfActing() };
  await tx.$executeRaw`
    INSERT INTO support_action (actor, action, subject, detail, changes)
    SELECT ${actor}, ${action}, subject, ${JSON.stringify(detail)}::jsonb, ${changes ? JSON.stringify(changes) : null}::jsonb
    FROM unnest(${[...subjects]}::text[]) WITH ORDINALITY AS s (subject, place) ORDER BY place`;
}
