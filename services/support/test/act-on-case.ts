import type { Database } from '@hub/database';
import { CASE_ACTIONS, type CaseAction } from '@hub/desk/cases';

/** An agent acts on a case, as at the desk. */
export function actOnCase(
  db: Database,
  { id, action, actor, now }: { id: string; action: CaseAction; actor: string; now: number },
) {
  const { kind, ...given } = action;
  const until = 'until' in given ? { until: given.until.toISOString() } : {};
  return CASE_ACTIONS[kind].act({ db, actor, role: 'agent', now }, { ...given, ...until, case: id });
}
