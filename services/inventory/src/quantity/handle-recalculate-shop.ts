import type { Tx } from '@hub/database';
import { COMMANDS, done, enqueueAll, type CommandInput, type Settlement } from '@hub/messaging';
import { wantNothingOfUnlinked } from './network-quantity-records';

const CHUNK = 5_000;

/** A shop's sheet or catalogue changed: has all its articles worked out, and wants nothing of what is not linked. */
export async function handleRecalculateShop(
  tx: Tx,
  { payload, correlation }: Pick<CommandInput<{ shopId: number }>, 'payload' | 'correlation'>,
): Promise<Settlement> {
  await wantNothingOfUnlinked(tx, payload.shopId);
  const gtins = await articlesOfShop(tx, payload.shopId);
  for (let from = 0; from < gtins.length; from += CHUNK) {
    const payloads = gtins.slice(from, from + CHUNK).map((gtin) => ({ gtin }));
    await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation });
  }
  return done(`${gtins.length} articles`);
}

/** Of variants in any state: of a retired one nothing is wanted any more, and others count on its stock no longer. */
async function articlesOfShop(tx: Tx, shopId: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ gtin: string }[]>`
    SELECT DISTINCT gtin FROM variant WHERE shop_id = ${shopId} AND gtin IS NOT NULL`;
  return rows.map(({ gtin }) => gtin);
}
