import { STORE_ENDPOINTS, type StoreOperation } from '@hub/contract';
import type { z } from 'zod';
import type { CheckContext } from '../../check-context';
import type { Answer } from '../../http/exchange';
import type { StoreCall } from '../../http/store-caller';
import { requireReceipt } from '../../judge';
import type { Step } from '../../record';

/** A call under an unused reference, and what its receipt must repeat. */
export interface FreshCall<Body> {
  call: StoreCall & { body: Body };
  echoed: Readonly<Record<string, unknown>>;
}

/** An endpoint whose `external_ref` is its idempotency key. */
interface Definition<Body> {
  step: Step;
  operation: StoreOperation;
  /** What the endpoint is called in the ids of checks. */
  name: string;
  receipt: z.ZodType<object>;
  /** The store's own id in the receipt, which every repeat must return again; null where the receipt has none. */
  identity: string | null;
  /** How many are sent at the same moment. */
  atOnce: number;
  fresh: (context: CheckContext) => Promise<FreshCall<Body>>;
  /** Other valid data under the same reference; each with what was changed. */
  changed: (context: CheckContext, body: Body) => Promise<[what: string, body: Body][]>;
}

/** A call that was carried out, and the store's id of it. */
interface Settled<Body> {
  fresh: FreshCall<Body>;
  identity: unknown;
}

/** Makes the calls of such an endpoint, and remembers the first one of a run that was carried out. */
export class IdempotentCall<Body extends object> {
  readonly #settled = new WeakMap<CheckContext['run'], Settled<Body>>();

  constructor(readonly definition: Definition<Body>) {}

  get endpoint(): string {
    return STORE_ENDPOINTS[this.definition.operation].endpoint;
  }

  fresh(context: CheckContext): Promise<FreshCall<Body>> {
    return this.definition.fresh(context);
  }

  /** Makes a call as the service would, and returns the store's id of it. Throws CheckFault. */
  async carryOut(
    context: CheckContext,
    fresh: FreshCall<Body>,
    to: string = this.endpoint,
  ): Promise<unknown> {
    const identity = this.identityOf(await context.store.deliver(fresh.call), fresh, to);
    if (!this.#settled.has(context.run)) this.#settled.set(context.run, { fresh, identity });
    return identity;
  }

  /** The first call that was carried out; makes one if there is none. This saves preparing another one. */
  async settled(context: CheckContext): Promise<Settled<Body>> {
    const first = this.#settled.get(context.run);
    if (first) return first;
    const fresh = await this.fresh(context);
    return { fresh, identity: await this.carryOut(context, fresh) };
  }

  /** The store's id in a receipt. Throws CheckFault where the answer is none. */
  identityOf(answer: Answer, { echoed }: FreshCall<Body>, to: string): unknown {
    const { receipt, identity } = this.definition;
    const read = requireReceipt(answer, { schema: receipt, echoed, to });
    return identity === null ? null : new Map<string, unknown>(Object.entries(read)).get(identity);
  }
}
