import { inTransaction, type Database, type Tx } from '@hub/database';
import { pauseShipping, recordActions, unpauseShipping, type PauseEnd } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** A shop pauses its own shipping until an instant (D38). */
export async function pauseOwnShipping(
  db: Database,
  said: { visit: Visit; until: Date; reason: string },
): Promise<Acted<Said>> {
  const { visit, until, reason } = said;
  return inTransaction(db, async (tx) => {
    const end = await pauseShipping(tx, { ...ownSide(visit), until, reason });
    if (end.kind === 'refused') return end;
    await record(tx, { visit, action: 'door.pause', end, detail: { reason } });
    const latest = end.until?.toISOString() ?? '';
    return { kind: 'done', answer: { done: `Shipping is paused until ${latest}.` } };
  });
}

/** A shop ends its own pauses. One that the operator began goes on. */
export async function unpauseOwnShipping(db: Database, visit: Visit): Promise<Acted<Said>> {
  return inTransaction(db, async (tx) => {
    const end = await unpauseShipping(tx, ownSide(visit));
    if (end.kind === 'refused') return end;
    await record(tx, { visit, action: 'door.unpause', end, detail: {} });
    const done =
      end.until === null
        ? 'Your pause is ended: you get new orders again.'
        : `Your pause is ended. That of the operator goes on until ${end.until.toISOString()}.`;
    return { kind: 'done', answer: { done } };
  });
}

function ownSide(visit: Visit) {
  return { shopId: visit.contact.shopId, side: 'shop', by: actorOfVisit(visit) } as const;
}

async function record(
  tx: Tx,
  done: { visit: Visit; action: 'door.pause' | 'door.unpause'; end: PauseEnd; detail: { reason?: string } },
): Promise<void> {
  const { visit, action, end, detail } = done;
  if (end.kind !== 'done') return;
  const { changes } = end;
  const subjects = [`shop:${visit.contact.shop}`];
  await recordActions(tx, { actor: actorOfVisit(visit), action, subjects, detail, changes });
}
