import { TrackingReceipt, type TrackingRequest } from '@hub/contract';
import { asked } from '../../asked';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import type { StoreCall } from '../../http/store-caller';
import { newReference } from '../../references';
import { trackingOf } from './tracking-of';
import { anyOwnLine, unshippedLine } from '../own-order';
import { bearerChecks, signatureChecks } from '../shared/credentials';
import { idempotencyChecks } from '../shared/idempotency';
import { type FreshCall, IdempotentCall } from '../shared/idempotent-call';
import { invalidBodyCheck, refusalCheck } from '../shared/refusals';

const step = 'fulfillment';
const operation = 'deliver_tracking';
const AT_ONCE = 5;

/** `PUT /orders/{order_id}/tracking` under its `external_ref`: one package each. */
const TRACKING = new IdempotentCall<TrackingRequest>({
  step,
  operation,
  name: 'tracking',
  receipt: TrackingReceipt,
  identity: null,
  atOnce: AT_ONCE,
  async fresh(context) {
    const line = await unshippedLine(context);
    line.tracked += 1;
    const body = trackingOf([{ line_item_id: line.lineItemId, quantity: 1 }]);
    const echoed = { external_ref: body.external_ref, order_id: line.orderId };
    return { call: { operation, orderId: line.orderId, body }, echoed };
  },
  changed: (_, body) =>
    Promise.resolve([['another tracking number', { ...body, tracking_number: 'OTHER-1' }]]),
});

const REACHES: readonly Check[] = [
  {
    id: 'fulfillment.tracking_added',
    step,
    direction: 'to_store',
    rule: 'Tracking reaches the order that the store sold; the receipt repeats the reference and the order_id.',
    async play(context) {
      await TRACKING.carryOut(context, await TRACKING.fresh(context));
    },
  },
  {
    id: 'fulfillment.tracking_of_two_packages',
    step,
    direction: 'to_store',
    rule: 'One order may receive tracking of several packages, each under a reference of its own.',
    async play(context) {
      await TRACKING.carryOut(context, await TRACKING.fresh(context));
      await TRACKING.carryOut(context, await TRACKING.fresh(context));
    },
  },
];

const NOTIFIED_ONCE: Check = {
  id: 'fulfillment.customer_notified_once',
  step,
  direction: 'to_store',
  rule: 'However often the service repeats a tracking, the customer is notified of the package once.',
  async play(context) {
    const { fresh: first } = await TRACKING.settled(context);
    await TRACKING.carryOut(context, first);
    const second = await TRACKING.fresh(context);
    await Promise.all(Array.from({ length: AT_ONCE }, () => context.store.deliver(second.call)));
    await TRACKING.carryOut(context, second);
    for (const { call } of [first, second]) await requireOneMessage(context, call);
  },
};

async function requireOneMessage(
  context: CheckContext,
  { orderId = '', body }: FreshCall<TrackingRequest>['call'],
): Promise<void> {
  const count = await asked(
    context,
    `count the messages that the customer of order ${orderId} got about the package ${body.tracking_number}`,
    context.people.countNotifications(orderId, body.tracking_number),
  );
  if (count !== 1)
    throw new CheckFault(
      `the customer got ${count} messages about one package`,
      'keep external_ref with the tracking, and send the message only where it was new',
    );
}

function unknownOrder(): StoreCall {
  const body = trackingOf([{ line_item_id: newReference(), quantity: 1 }]);
  return { operation, orderId: newReference(), body };
}

/** Step 3, fulfilment: calls to the store. */
export const FULFILLMENT_TO_STORE: readonly Check[] = [
  ...REACHES,
  ...idempotencyChecks(TRACKING),
  NOTIFIED_ONCE,
  refusalCheck({
    what: 'unknown_order',
    step,
    operation,
    wrong: 'of an order that the store does not have',
    code: 'unknown_order',
    call: unknownOrder,
  }),
  refusalCheck({
    what: 'unknown_line',
    step,
    operation,
    wrong: 'of a line that the order does not have',
    code: 'unknown_line',
    async call(context) {
      const { orderId } = await anyOwnLine(context);
      return { ...unknownOrder(), orderId };
    },
  }),
  invalidBodyCheck({
    what: 'tracking_invalid',
    step,
    operation,
    orderId: async (context) => (await anyOwnLine(context)).orderId,
  }),
  ...bearerChecks({ step, operation, name: 'tracking', call: unknownOrder }),
  ...signatureChecks({ step, operation, name: 'tracking', call: unknownOrder, acceptedAs: 'unknown_order' }),
];
