import type { Delivery } from '@hub/store-simulator';
import type { Evidence } from './evidence';

/** What an event of this run may be answered in the end; every one of them is right when it is sent. */
const RIGHT_ANSWERS: Record<string, readonly string[]> = {
  'inventory.updated': ['200'],
  'order.created': ['200'],
  'order.cancelled': ['200', '409 order_already_shipped'],
  'fulfillment.shipped': ['200'],
  'return.created': ['200'],
};

/** Every event has its answer, and a right one. */
export function judgeAnswers({ stores }: Evidence): string[] {
  return stores.flatMap(({ slug, deliveries }) =>
    deliveries.filter((delivery) => !isRight(delivery)).map((delivery) => describe(slug, delivery)),
  );
}

function isRight({ event, answer, state }: Delivery): boolean {
  if (state !== 'delivered' && state !== 'rejected') return false;
  const said = answer?.code === undefined ? String(answer?.status) : `${answer.status} ${answer.code}`;
  return RIGHT_ANSWERS[event]?.includes(said) ?? false;
}

function describe(shop: string, { event, eventId, state, answer, attempts }: Delivery): string {
  const last =
    answer === null ? (attempts.at(-1)?.failure ?? 'not sent yet') : `${answer.status} ${answer.code ?? ''}`;
  return `${event} ${eventId} of ${shop}: ${state} after ${attempts.length} attempts, ${last}`;
}
