import { inTransaction, type Database, type Tx } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { settleShippingOrder, type Settling, type ShopWord } from '@hub/orders';
import { recordActions, type SupportActionName } from '../actions/record-actions';
import { markSettled } from '../dead-letters/dead-letter-records';
import { commandIdentity } from '../dead-letters/identity';
import { settlePlacing } from './repair-order';

/** The name in the audit of each statement. */
export const SETTLED_AS = {
  has: 'order.settle_has',
  has_not: 'order.settle_has_not',
  stopped: 'order.settle_stopped',
  shipped: 'order.settle_shipped',
} as const satisfies Record<ShopWord['kind'], SupportActionName>;

const SETTLED = 'settled by the word of the shop';

/**
 * Records a shop's own statement at its door on a shipping order that the calls to its store have left open (D12, D18).
 * @param said.reference the shipping order's `external_ref`
 */
export async function settleByShop(
  db: Database,
  said: { reference: string; word: ShopWord; actor: string; now: number },
): Promise<Settling> {
  const { reference, word, actor, now } = said;
  return inTransaction(db, async (tx) => {
    const end = await settleShippingOrder(tx, { reference, word, now });
    if (end.kind !== 'settled') return end;
    const subjects = [`order:${end.sellerOrderId}`];
    const orderId = word.kind === 'has' ? { orderId: word.storeOrderId } : {};
    const detail = { reference, shop: end.shop, ...orderId };
    await recordActions(tx, { actor, action: SETTLED_AS[word.kind], subjects, detail });
    await settlePapers(tx, word, end);
    return end;
  });
}

/** Failed messages that waited for a shop's word have nothing left to fix. */
export async function settlePapers(
  tx: Tx,
  word: ShopWord,
  { shippingOrderId, stopId }: Extract<Settling, { kind: 'settled' }>,
): Promise<void> {
  await settlePlacing(tx, shippingOrderId, SETTLED);
  if (stopId === null || word.kind === 'has' || word.kind === 'has_not') return;
  const origin = commandQueue(COMMANDS.stopShippingOrder).name;
  const identity = commandIdentity(COMMANDS.stopShippingOrder, { stopId });
  await markSettled(tx, { origin, identity, outcome: SETTLED });
}
