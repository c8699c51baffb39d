import { inTransaction, type Database, type Tx } from '@hub/database';
import type { Keys, LackedKey } from '@hub/installation';
import { setDoorToken } from '@hub/shops';
import { recordActions } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/**
 * A new bearer token beside the old (D35): it is sent first, the old one if the store refuses it, until a sheet names a
 * new one.
 * @param given.openKeys the keys, in the transaction that encrypts under them
 */
export async function setBearerToken(
  db: Database,
  given: { visit: Visit; token: string; openKeys: (tx: Tx) => Promise<Keys | LackedKey> },
): Promise<Acted<Said>> {
  const { visit, token, openKeys } = given;
  const { shopId, shop } = visit.contact;
  return inTransaction(db, async (tx) => {
    const keys = await openKeys(tx);
    if ('lacks' in keys)
      return { kind: 'refused', reason: 'it cannot be kept safely right now; the operator knows' };
    await setDoorToken(tx, { shopId, slug: shop, token }, keys);
    const subjects = [`shop:${shop}`];
    await recordActions(tx, {
      actor: actorOfVisit(visit),
      action: 'door.set_bearer_token',
      subjects,
      changes: [{ field: 'bearer_token', changed: true }],
    });
    return { kind: 'done', answer: { done: 'Calls to your store carry it from now on.' } };
  });
}
