import { refusal, type ReturnCreated } from '@hub/contract';
import type { Tx } from '@hub/database';
import { decided, unsettled, type EventOutcome, type EventInput } from '@hub/messaging';
import { linkToOrder } from '@hub/orders/records';
import { markLinesReturned } from '@hub/stock';
import type { WakesWrites } from '@hub/store-writes';
import { decideSellingReturn } from './decide-selling-return';
import { decideShippingReturn, type ReturnedLine } from './decide-shipping-return';
import { findReturnTarget } from './find-return-target';
import { lockSellingReturnFacts, lockShippingReturnFacts } from './return-facts';
import {
  holdReturns,
  replaceReturns,
  storeDueReturn,
  storeRecordedReturn,
  storeWaitingReturn,
} from './return-records';
import { returnReference } from './return-reference';
import { settlePlacement } from './settle-placement';

type ReturnEvent = EventInput<ReturnCreated>;

const ACCEPTED = decided({ status: 200, outcome: 'accepted' });
const UNKNOWN_ORDER = decided(
  refusal('unknown_order', 'the shop has no order with this id', 'data.order_id'),
);

/** Goods that came back (D13): reported by the shop that shipped them, or by the platform that sold them. */
export async function handleReturnCreated(
  tx: Tx,
  event: ReturnEvent,
  registrations: WakesWrites,
): Promise<EventOutcome> {
  const target = await findReturnTarget(tx, event);
  if ('sellerOrderId' in target)
    await linkToOrder(tx, { name: 'return.created', ...event }, target.sellerOrderId);
  switch (target.kind) {
    case 'shipping_order':
      return handleShippingReturn(tx, { event, registrations }, target);
    case 'seller_order':
      return handleSellingReturn(tx, event, target.sellerOrderId);
    case 'placement_unknown':
      return unsettled('the order may be one whose placement has no known outcome');
    case 'unknown':
      return UNKNOWN_ORDER;
  }
}

/** From the shipping shop: registered at the selling shop, or, where that is in doubt, left to support. */
async function handleShippingReturn(
  tx: Tx,
  { event, registrations }: { event: ReturnEvent; registrations: WakesWrites },
  order: { shippingOrderId: string; sellerOrderId: string },
): Promise<EventOutcome> {
  const facts = await lockShippingReturnFacts(tx, order);
  const decision = decideShippingReturn(facts, event.data);
  if (decision.kind === 'refuse') return decided(decision.refusal);
  if (facts.settles) await settlePlacement(tx, { ...order, event });
  const { register, hold, doubts } = decision;
  const { sellingShopId } = facts;
  const reported = { ...order, event, calledShopId: sellingShopId };
  const referenceOf = (lines: readonly ReturnedLine[]) =>
    returnReference({
      orderReference: facts.reference,
      lineReferences: lines.flatMap(({ reference }) => reference ?? []),
    });
  if (register.length > 0) {
    await storeDueReturn(tx, { ...reported, lines: register, reference: referenceOf(register) });
    registrations.wakeAfter(tx, sellingShopId);
  }
  if (hold.length > 0) {
    await storeWaitingReturn(tx, { ...reported, lines: hold, reference: referenceOf(hold), doubts });
  }
  // Returned goods had shipped, whether or not their package was reported (D13, D17).
  await markLinesReturned(tx, {
    shippingOrderLineIds: [...register, ...hold].flatMap((line) => line.shippingOrderLineId ?? []),
    atNs: event.occurredAt,
  });
  return ACCEPTED;
}

/** From the selling platform: recorded, unless it reports what we registered there. */
async function handleSellingReturn(tx: Tx, event: ReturnEvent, sellerOrderId: string): Promise<EventOutcome> {
  const decision = decideSellingReturn(await lockSellingReturnFacts(tx, sellerOrderId), event.data);
  switch (decision.kind) {
    case 'refuse':
      return decided(decision.refusal);
    case 'echo':
      return decided({ status: 200, outcome: 'echo' });
    case 'record': {
      const reported = { sellerOrderId, event };
      await storeRecordedReturn(tx, { ...reported, lines: decision.lines });
      await replaceReturns(tx, decision.replace);
      await holdReturns(tx, decision.hold, reported);
      return ACCEPTED;
    }
  }
}
