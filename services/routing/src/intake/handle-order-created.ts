import { isLoopGuarded, OrderId, type OrderCreated, type Verdict } from '@hub/contract';
import { keepShopSheets, lockSellerOrderId, raiseAlert, type Tx } from '@hub/database';
import { COMMANDS, decided, enqueue, unrecorded, type EventEnd, type EventInput } from '@hub/messaging';
import { decideIntake, readIntakeFacts, type HeldReason, type IntakeDecision } from '@hub/order-routing';
import { insertOrder, isOrderStored } from './intake-records';

type Accepted = Extract<IntakeDecision, { kind: 'accepted' }>;

/** The loop guard, before anything else: an order of our own sent back is skipped, even a malformed one. */
export function screenOrderCreated(data: unknown): Verdict | null {
  return isLoopGuarded(data) ? { status: 200, outcome: 'skipped' } : null;
}

/**
 * The first accepted order is final: a replay, under any event id and with any content, is a duplicate (D31), so its
 * id is all that is looked at. From here on events of this order, its cancellation too, wait for one another.
 */
export async function recallOrderCreated(
  tx: Tx,
  event: { shopId: number; data: unknown },
): Promise<Verdict | null> {
  const orderId = orderIdOf(event.data);
  if (orderId === null) return null;
  const order = { shopId: event.shopId, orderId };
  await lockSellerOrderId(tx, order);
  return (await isOrderStored(tx, order)) ? { status: 200, outcome: 'duplicate' } : null;
}

/** Takes a paid order: stores it whole, and has its network lines routed. */
export async function handleOrderCreated(tx: Tx, event: EventInput<OrderCreated>): Promise<EventEnd> {
  const { shopId, data: order, now } = event;
  await keepShopSheets(tx, [shopId]);
  const decision = decideIntake(await readIntakeFacts(tx, shopId, order), order, now);
  if (decision.kind === 'refused') {
    return decision.passing ? unrecorded(decision.refusal) : decided(decision.refusal);
  }
  await store(tx, event, decision);
  return decided({ status: 200, outcome: 'accepted' });
}

async function store(tx: Tx, event: EventInput<OrderCreated>, decision: Accepted): Promise<void> {
  const { shopId, data: order, correlation } = event;
  const sellerOrderId = await insertOrder(tx, { shopId, order, decision, correlation });
  if (decision.mismatches.length > 0) {
    await raiseAlert(tx, {
      kind: 'order_cross_check',
      subject: `order:${sellerOrderId}`,
      shopId,
      sellerOrderId,
      message: 'Lines say another barcode or sku than their variants have: the variants count.',
      detail: { mismatches: decision.mismatches },
    });
  }
  if (decision.heldBecause !== null) {
    await raiseAlert(tx, {
      kind: 'order_held',
      subject: `order:${sellerOrderId}`,
      shopId,
      sellerOrderId,
      message: HELD_MESSAGE[decision.heldBecause],
      detail: { reason: decision.heldBecause },
    });
  } else if (decision.networkLines.size > 0) {
    await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  }
}

const HELD_MESSAGE: Record<HeldReason, string> = {
  cancelled_before_arrival: 'A cancellation of this order came before the order: it is held and not routed.',
  orders_draining: 'The selling shop is draining: its new order is held and not routed.',
};

function orderIdOf(data: unknown): string | null {
  const given = typeof data === 'object' && data !== null && 'order_id' in data ? data.order_id : null;
  const read = OrderId.safeParse(given);
  return read.success ? read.data : null;
}
