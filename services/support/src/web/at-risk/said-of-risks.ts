import { readStoreMessages, type AtRisk } from '@hub/desk/problems';
import type { Desk } from '../desk';

/** What a store answered, and whose store it is. */
export interface StoreSaying {
  /** The shop's name. */
  store: string;
  words: string;
}

/** What the store answered about the first of these for which it answered anything; null: nothing. */
export async function saidOfRisks({ db }: Desk, risks: readonly AtRisk[]): Promise<StoreSaying | null> {
  const said = await readStoreMessages(db, risks);
  for (const { storeName, reference } of risks) {
    const words = said.get(reference ?? '');
    if (storeName !== null && words !== undefined) return { store: storeName, words };
  }
  return null;
}
