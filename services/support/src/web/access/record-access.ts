import { inTransaction, type Database, type Prisma } from '@hub/database';
import { recordActions } from '@hub/desk/engine';
import { actorOf, type Viewer } from './viewer';

/** Records a sign-in or sign-out in the audit trail. */
export async function recordAccess(
  db: Database,
  action: 'desk.sign_in' | 'desk.sign_out',
  { viewer, detail = {} }: { viewer: Viewer; detail?: Prisma.InputJsonObject },
): Promise<void> {
  const report = { actor: actorOf(viewer), action, subjects: [`account:${viewer.name}`], detail };
  await inTransaction(db, (tx) => recordActions(tx, report));
}

/** Records a refusal in the audit trail. @param name only a known name: others may have typed a password there */
export async function recordRefusal(
  db: Database,
  { name, detail }: { name: string | undefined; detail: Prisma.InputJsonObject },
): Promise<void> {
  const report = {
    actor: 'desk:visitor',
    action: 'desk.sign_in_refused' as const,
    subjects: [name === undefined ? 'account:unknown' : `account:${name}`],
    detail,
  };
  await inTransaction(db, (tx) => recordActions(tx, report));
}
