import { BEARER_TOKEN } from '@hub/contract';
import type { Tx } from '@hub/database';
import type { Keys, LackedKey } from '@hub/installation';
import { setDoorToken } from '@hub/shops';
import { longAction, type By } from '../../engine/action';
import { tested, type NeedsTokenTest } from '../../shops/token-actions';
import { z } from 'zod';

/** The keys, in the transaction that encrypts under them; and the test of what was set, after it. */
export interface Needs extends NeedsTokenTest {
  openKeys: (tx: Tx) => Promise<Keys | LackedKey>;
}

const NOT_SAFE = 'it cannot be kept safely right now; the operator knows';

/**
 * A new bearer token beside the old (D35): it is sent first, the old one if the store refuses it, until a sheet names a
 * new one. It is stored first, then tested at once.
 */
export const setBearerToken = longAction({
  names: { 'door.set_bearer_token': "set a new bearer token at the shop's door" },
  changes: true,
  role: 'shop',
  note: 'none',
  input: z.strictObject({
    shop: z.string(),
    token: z.string().max(4_096).regex(BEARER_TOKEN.pattern),
  }),
  ofShop: () => true,
  async run(tx, { shop: slug, token }, { shop, openKeys }: By & Needs) {
    const keys = await openKeys(tx);
    if (!shop || 'lacks' in keys) return { kind: 'refused', says: NOT_SAFE, why: NOT_SAFE };
    if (!(await setDoorToken(tx, { slug, token }, keys)))
      return { kind: 'unknown', says: 'Your shop is no longer in the network.' };
    const changes = [{ field: 'bearer_token', changed: true as const }];
    const answer = { shop: slug };
    return { kind: 'done', says: 'Token saved.', answer, record: { subjects: [`shop:${slug}`], changes } };
  },
  goOn: (acting, { shop }) => tested(acting, shop, 'Token saved.'),
});
