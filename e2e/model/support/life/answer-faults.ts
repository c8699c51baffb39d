import type { Delivery } from '@hub/store-simulator';
import type { PlayedLife } from './played-life';
import { sentData } from './sent-data';
import { HUB_LOCATION, type Trader } from './trader';

interface Said {
  trader: Trader;
  delivery: Delivery;
  /** Outcome or code. */
  said: string;
  byRun: boolean;
}

/** What an honest store's event was answered against what it should have been; null: it is right. */
export function answerFault(life: PlayedLife, { trader, delivery, said, byRun }: Said): string | null {
  const { event } = delivery;
  const data = sentData(delivery);
  const name = `${event} of ${data.order_id ?? `${data.variant_id} at ${data.location_id}`}`;
  if (byRun !== isOfRun(life, trader, delivery))
    return `${name} was ${byRun ? 'taken by the rehearsal' : 'not taken by the rehearsal'}: ${said}`;
  if (byRun) return null;
  const right = rightAnswers(trader, delivery);
  return right.includes(said) ? null : `${name} was answered ${said}, not ${right.join(' or ')}`;
}

/** D32: what names what the run made, and reports of its variants while `inventory` is off. */
function isOfRun({ rehearsal, traders }: PlayedLife, trader: Trader, delivery: Delivery): boolean {
  if (!rehearsal || trader !== traders.shop || !trader.sheet) return false;
  const data = sentData(delivery);
  if (delivery.event === 'inventory.updated')
    return trader.sheet.inventory === 'off' && rehearsal.uses(data.variant_id);
  return rehearsal.sold.has(data.order_id ?? '');
}

const CAPABILITIES = {
  'inventory.updated': 'inventory',
  'order.created': 'orders',
  'fulfillment.shipped': 'orders',
  'order.cancelled': 'cancellation',
  'return.created': 'returns',
} as const;

function rightAnswers(trader: Trader, delivery: Delivery): readonly string[] {
  const { sheet } = trader;
  const event = Object.entries(CAPABILITIES).find(([name]) => name === delivery.event);
  if (!sheet || !event) return ['unauthorized'];
  if (sheet[event[1]] === 'off') return ['capability_disabled'];
  const data = sentData(delivery);
  switch (event[0]) {
    case 'inventory.updated':
      return [rightAnswerToReport(trader, delivery)];
    case 'order.cancelled': {
      const isOwn = trader.ownOrders.some(({ orderId }) => orderId === data.order_id);
      if (!isOwn) return ['accepted', 'stopped'];
      return wasAccepted(trader, data.order_id) ? ['stopped', 'order_already_shipped'] : ['unknown_order'];
    }
    default:
      return ['accepted'];
  }
}

function rightAnswerToReport({ known }: Trader, delivery: Delivery): string {
  const data = sentData(delivery);
  const {
    variant_id: variantId = '',
    location_id: locationId = '',
    quantity = 0,
    changed_at: changedAt = '',
  } = data;
  if (locationId === HUB_LOCATION) return known.isKnown(variantId) ? 'echo' : 'unknown_variant';
  return known.answerTo({ variantId, locationId, quantity, changedAt });
}

/** Whether the hub, not a rehearsal, has accepted a sale. */
export function wasAccepted(trader: Trader, orderId: string | undefined): boolean {
  return trader.store.deliveries.some((delivery) => {
    if (delivery.event !== 'order.created' || sentData(delivery).order_id !== orderId) return false;
    const answer = trader.answered.get(delivery.eventId);
    return answer?.status === 200 && !answer.byRun;
  });
}
