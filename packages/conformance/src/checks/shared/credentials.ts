import { randomUUID } from 'node:crypto';
import { STORE_ENDPOINTS, type StoreOperation } from '@hub/contract';
import type { Check } from '../../check';
import type { CheckContext } from '../../check-context';
import type { StoreCall } from '../../http/store-caller';
import { requireRefusal } from '../../judge';
import type { Step } from '../../record';

/** A call whose credentials are judged: valid in all else, and without effect where a store fails to look at them. */
interface Guarded {
  operation: StoreOperation;
  call: (context: CheckContext) => StoreCall;
}

/** The bearer token that every request carries. */
export function bearerChecks(step: Step, { operation, call }: Guarded): Check[] {
  const { endpoint } = STORE_ENDPOINTS[operation];
  const refused = (what: string, bearer: () => string | null) => ({
    id: `${step}.${nameOf(operation)}_bearer_${what}`,
    step,
    direction: 'to_store' as const,
    rule: `${endpoint} with a bearer token that is ${what} is refused as 401 unauthorized.`,
    async play(context: CheckContext) {
      const answer = await context.store.once({ ...call(context), bearer: bearer() });
      requireRefusal(answer, 'unauthorized', `${endpoint}, bearer token ${what}`);
    },
  });
  return [refused('missing', () => null), refused('wrong', () => `wrong-${randomUUID()}`)];
}

/** What an endpoint is called in the ids of checks. */
function nameOf(operation: StoreOperation): string {
  return {
    read_products: 'read',
    write_inventory: 'write',
    place_order: 'place',
    deliver_tracking: 'tracking',
    cancel_order: 'cancel',
    register_return: 'register',
  }[operation];
}
