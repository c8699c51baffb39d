import type { Check } from '../../check';
import type { StoreCall } from '../../http/store-caller';
import { newReference } from '../../references';
import { anyOwnLine } from '../own-order';
import { bearerChecks, signatureChecks } from '../shared/credentials';
import { idempotencyChecks } from '../shared/idempotency';
import { invalidBodyCheck, refusalCheck } from '../shared/refusals';
import { REGISTERED, REGISTERED_ONCE } from './registered';
import { REGISTERING } from './registering';
import { returnOf } from './return-line';

const step = 'returns';
const operation = 'register_return';

/** Names an order and a line that do not exist. */
function unknownOrder(): StoreCall {
  const line = { orderId: newReference(), lineItemId: newReference(), quantity: 1 };
  return { operation, body: returnOf(line) };
}

/** Step 5, calls to the store. */
export const RETURNS_TO_STORE: readonly Check[] = [
  REGISTERED,
  ...idempotencyChecks(REGISTERING),
  REGISTERED_ONCE,
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
      return { operation, body: returnOf({ orderId, lineItemId: newReference(), quantity: 1 }) };
    },
  }),
  invalidBodyCheck({ what: 'register_invalid', step, operation }),
  ...bearerChecks({ step, operation, name: 'register', call: unknownOrder }),
  ...signatureChecks({ step, operation, name: 'register', call: unknownOrder, acceptedAs: 'unknown_order' }),
];
