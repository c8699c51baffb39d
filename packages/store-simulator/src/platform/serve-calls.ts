import { LIMITS, ShippingOrderRequest } from '@hub/contract';
import type { KitAnswer, ServedCall } from '@hub/store-kit';

import { echoOrder } from '../actions/echo-order';
import { scheduleShipment } from '../actions/schedule-shipment';
import { fieldsOf } from '../broken-rules/fields';
import type { Switches } from '../broken-rules/switches';
import { ENDPOINT_OF, type EndpointName } from '../faults/faults';
import type { Answer } from '../answer';
import type { Call } from '../call';
import type { Store } from '../state/store';
import { carryOutAgain } from '../broken-rules/carry-out-again';
import { productsOf } from './catalogue-page';

type CarryOut = (call: ServedCall) => Promise<KitAnswer>;

/** Around each call that the kit has let in: a switch may carry it out differently from the contract. */
export function aroundCalls(store: Store, switches: Switches) {
  return async (served: ServedCall, carryOut: CarryOut): Promise<KitAnswer> => {
    const endpoint = ENDPOINT_OF[served.operation];
    const isCut = store.cuts.get(served.request) ?? (() => false);
    const rightly = (call: Call): Promise<Answer> => asTheStoreIs(store, endpoint, { call, carryOut });
    const answer = await switches.call({ store, call: { ...served, isCut }, carryOut: rightly }, endpoint);
    return { headers: {}, ...answer };
  };
}

/** Carried out by the kit; then follows this store's behaviour outside the contract. */
async function asTheStoreIs(
  store: Store,
  endpoint: EndpointName,
  { call, carryOut }: { call: Call; carryOut: CarryOut },
): Promise<Answer> {
  const reference = String(fieldsOf(call.body)['external_ref']);
  if (endpoint === 'POST /orders' && store.forgotten.delete(reference))
    return carryOutAgain({
      store,
      call,
      carryOut: (repeated) => asTheStoreIs(store, endpoint, { call: repeated, carryOut }),
    });
  const answer = await carryOut(call);
  if (answer.status !== 200) return answer;
  if ('external_ref' in fieldsOf(call.body))
    remember(store, endpoint, { call, receipt: Object(answer.body) });
  switch (endpoint) {
    case 'GET /products': {
      const asked = {
        limit: Number(call.query.get('limit') ?? LIMITS.pageSize),
        cursor: call.query.get('cursor'),
      };
      return { ...answer, body: { ...fieldsOf(answer.body), products: productsOf(store, asked) } };
    }
    case 'POST /orders':
      orderIsCreated(store, call, answer);
      return { ...answer, body: { ...fieldsOf(answer.body), message: 'shipping order created' } };
    default:
      return answer;
  }
}

function remember(
  store: Store,
  endpoint: EndpointName,
  { call, receipt }: { call: Call; receipt: object },
): void {
  const reference = String(fieldsOf(call.body)['external_ref']);
  const data = { orderId: call.orderId, body: call.body };
  const isRepeat = store.receipts.recall(endpoint, reference, data).kind === 'repeat';
  if (isRepeat) store.print(`${endpoint} came again and got the original receipt`);
  else store.receipts.keep(endpoint, reference, { data, receipt });
}

/** What the platform does with a new order; once. */
function orderIsCreated(store: Store, call: Call, answer: Answer): void {
  const order = store.orders.get(String(fieldsOf(answer.body)['order_id']));
  if (!order || order.document !== null) return;
  order.document = call.body;
  if (store.options.echoes?.orders) echoOrder(store, order, ShippingOrderRequest.parse(call.body));
  scheduleShipment(store, order);
}
