import type { Check } from '../../check';
import type { StoreCall } from '../../http/store-caller';
import { newReference } from '../../references';
import { bearerChecks, signatureChecks } from '../shared/credentials';
import { idempotencyChecks } from '../shared/idempotency';
import { invalidBodyCheck, refusalCheck } from '../shared/refusals';
import { ALREADY_SHIPPED } from './already-shipped';
import { STOPPED } from './stopped';
import { cancelOf, STOPPING } from './stopping';

const step = 'cancellation';
const operation = 'cancel_order';

const unknownOrder = (): StoreCall => cancelOf({ orderId: newReference() }).call;

/** Step 4, calls to the store. */
export const CANCELLATION_TO_STORE: readonly Check[] = [
  ...STOPPED,
  ...idempotencyChecks(STOPPING),
  ALREADY_SHIPPED,
  refusalCheck({
    what: 'unknown_order',
    step,
    operation,
    wrong: 'of an order that the store does not have',
    code: 'unknown_order',
    call: unknownOrder,
  }),
  invalidBodyCheck({ what: 'cancel_invalid', step, operation }),
  ...bearerChecks({ step, operation, name: 'cancel', call: unknownOrder }),
  ...signatureChecks({ step, operation, name: 'cancel', call: unknownOrder, acceptedAs: 'unknown_order' }),
];
