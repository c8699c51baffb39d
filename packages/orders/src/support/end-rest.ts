import type { Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { blockReservations } from '@hub/stock';
import { endRestLines, lockRest } from '../records/rest-of-order';
import { decideEndRest } from './decide-end-rest';
import { lockByReference } from './support-records';

const NS_PER_MS = 1_000_000n;

/** What a person wants of the whole lines in no package. */
export type WholeLines = 'reroute' | 'close';

export type RestEnded =
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  | {
      kind: 'ended';
      sellerOrderId: string;
      shop: string;
      /** Lines of which nothing was in a package: routed again, or closed. */
      wholeLineIds: string[];
      /** Lines of which some pieces were: the others are closed. */
      partLineIds: string[];
    };

/**
 * A lead, or the shop, states that the pieces of a shipping order that are in no package will not ship (D12). The stock
 * is evidently not there: what is reserved for them becomes a block (D17). The caller records who stated it.
 * @param stated.reference the shipping order's `external_ref`
 */
export async function endRest(
  tx: Tx,
  stated: { reference: string; wholeLines: WholeLines; now: number },
): Promise<RestEnded> {
  const order = await lockByReference(tx, stated);
  if (!order) return { kind: 'unknown' };
  const rest = await lockRest(tx, order.id);
  const decision = decideEndRest({ ...order, rest });
  if (decision.kind === 'refused') return decision;
  const { wholeLines, now } = stated;
  const { sellerOrderId, shopId, correlation } = order;
  await endRestLines(tx, { shippingOrderId: order.id, shopId, rest, wholeLines, now });
  const whole = rest.filter(({ packaged }) => packaged === 0);
  if (wholeLines === 'reroute' && whole.length > 0)
    await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  await blockReservations(tx, {
    shippingOrderLineIds: rest.map(({ id }) => id),
    atNs: BigInt(now) * NS_PER_MS,
  });
  return {
    kind: 'ended',
    sellerOrderId,
    shop: order.shopSlug,
    wholeLineIds: whole.map(({ lineItemId }) => lineItemId),
    partLineIds: rest.filter(({ packaged }) => packaged > 0).map(({ lineItemId }) => lineItemId),
  };
}
