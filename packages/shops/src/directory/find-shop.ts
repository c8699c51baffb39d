import type { Tx } from '@hub/database';
import type { KeyRing } from '@hub/installation';
import { findShopRow } from '../shop-records';
import { shopOf, type Shop } from './shop';

/** A shop of the network with its credentials, as currently stored; null: there is none. Throws `SecretUnreadableError`. */
export async function findShop(tx: Tx, slug: string, keys: KeyRing): Promise<Shop | null> {
  const row = await findShopRow(tx, slug);
  return row === null || row.removedAt !== null ? null : shopOf(row, keys);
}
