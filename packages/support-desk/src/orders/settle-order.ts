import { inTransaction, type Database, type Tx } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { settleShippingOrder as settle, type Settling, type ShopWord } from '@hub/orders';
import { recordActions, type SupportActionName } from '../actions/record-actions';
import { markSettled } from '../dead-letters/dead-letter-records';
import { commandIdentity } from '../dead-letters/identity';
import { settlePlacing } from './repair-order';

const ACTIONS = {
  has: 'order.settle_has',
  has_not: 'order.settle_has_not',
  stopped: 'order.settle_stopped',
  shipped: 'order.settle_shipped',
} as const satisfies Record<ShopWord['kind'], SupportActionName>;

/** A lead's word stands for a shop's only with its source. */
export const NOTE_MISSING = 'write down who at the shop said so, when and how';
const SETTLED = 'settled by the word of the shop';

/**
 * Records a shop's statement on a shipping order that the calls to its store have left open (D12, D18), on a lead's
 * responsibility. Failed messages that waited for it have nothing left to fix.
 * @param request.reference the shipping order's `external_ref`
 */
export async function settleShippingOrder(
  db: Database,
  request: {
    reference: string;
    word: ShopWord;
    actor: string;
    /** Who made the statement: the shop itself at its door, or a lead, who writes down who at the shop did, when and how. */
    source: { by: 'shop' } | { by: 'lead'; note: string | undefined };
    /** Milliseconds since the epoch. */
    now?: number | undefined;
  },
): Promise<Settling> {
  const { reference, word, actor, source, now = Date.now() } = request;
  const note = source.by === 'lead' ? source.note : undefined;
  if (source.by === 'lead' && note === undefined) return { kind: 'refused', reason: NOTE_MISSING };
  return inTransaction(db, async (tx) => {
    const end = await settle(tx, { reference, word, now });
    if (end.kind !== 'settled') return end;
    const detail = {
      reference,
      shop: end.shop,
      ...(word.kind === 'has' ? { orderId: word.storeOrderId } : {}),
      ...(note === undefined ? {} : { note }),
    };
    const subjects = [`order:${end.sellerOrderId}`];
    await recordActions(tx, { actor, action: ACTIONS[word.kind], subjects, detail });
    await settleDeadLetters(tx, word, end);
    return end;
  });
}

async function settleDeadLetters(
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
