import { STORE_ENDPOINTS, type StoreErrorCode, type StoreOperation } from '@hub/contract';
import type { Check } from '../../check';
import type { CheckContext } from '../../check-context';
import type { StoreCall } from '../../http/store-caller';
import { requireRefusal } from '../../judge';
import type { Step } from '../../record';

interface RefusedCall {
  /** The end of the check's id. */
  what: string;
  step: Step;
  operation: StoreOperation;
  /** What is wrong with it, as in "of an unknown order". */
  wrong: string;
  code: StoreErrorCode;
  call: (context: CheckContext) => StoreCall | Promise<StoreCall>;
}

/** A call that the store refuses with one of the contract's codes. */
export function refusalCheck({ what, step, operation, wrong, code, call }: RefusedCall): Check {
  const { endpoint } = STORE_ENDPOINTS[operation];
  return {
    id: `${step}.${what}`,
    step,
    direction: 'to_store',
    rule: `${endpoint} ${wrong} is refused as ${code}, with the error body.`,
    async play(context) {
      requireRefusal(await context.store.deliver(await call(context)), code, `${endpoint} ${wrong}`);
    },
  };
}

/** Correctly signed, but not a request of the contract: without its fields, or not JSON. */
export function invalidBodyCheck({
  what,
  step,
  operation,
  orderId,
}: Pick<RefusedCall, 'what' | 'step' | 'operation'> & {
  /** Of the path: an existing order, because an unknown one may be refused as unknown. */
  orderId?: (context: CheckContext) => Promise<string>;
}): Check {
  const { endpoint } = STORE_ENDPOINTS[operation];
  return {
    id: `${step}.${what}`,
    step,
    direction: 'to_store',
    rule: `${endpoint} with a body that does not validate is refused as invalid_request, with the error body.`,
    async play(context) {
      const { store } = context;
      const call = { operation, ...(orderId && { orderId: await orderId(context) }) };
      const empty = await store.deliver({ ...call, body: {} });
      requireRefusal(empty, 'invalid_request', `${endpoint} without its required fields`);
      const noJson = await store.deliver({ ...call, text: '{"external_ref": ' });
      requireRefusal(noJson, 'invalid_request', `${endpoint} with a body that is no JSON`);
    },
  };
}
