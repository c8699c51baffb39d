import type { Check } from '../../check';
import type { CheckContext } from '../../check-context';
import type { StoreCall } from '../../http/store-caller';
import { newReference } from '../../references';
import { bearerChecks, signatureChecks } from '../shared/credentials';
import { idempotencyChecks } from '../shared/idempotency';
import { invalidBodyCheck, refusalCheck } from '../shared/refusals';
import { CREATED } from './created';
import { CREATED_ONCE } from './created-once';
import { PLACING } from './placing';
import { RATE_LIMIT } from './rate-limit';
import { REFUSED_WHOLE } from './refused-whole';
import { shippingOrder } from './shipping-order';

const step = 'orders';
const operation = 'place_order';

/** Valid except for its variant, which does not exist. */
function unknownVariantOrder({ target }: CheckContext): StoreCall {
  const variant = { variantId: newReference(), barcode: null, sku: null, title: null };
  return { operation, body: shippingOrder(target, [[variant, 1]]) };
}

/** Step 3, shipping orders: calls to the store. */
export const ORDERS_TO_STORE: readonly Check[] = [
  ...CREATED,
  ...idempotencyChecks(PLACING),
  CREATED_ONCE,
  refusalCheck({
    what: 'unknown_variant',
    step,
    operation,
    wrong: 'of a variant that the store does not have',
    code: 'unknown_variant',
    call: unknownVariantOrder,
  }),
  invalidBodyCheck({ what: 'place_invalid', step, operation }),
  ...REFUSED_WHOLE,
  ...bearerChecks({ step, operation, name: 'place', call: unknownVariantOrder }),
  ...signatureChecks({
    step,
    operation,
    name: 'place',
    call: unknownVariantOrder,
    acceptedAs: 'unknown_variant',
  }),
  RATE_LIMIT,
];
