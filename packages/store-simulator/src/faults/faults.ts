import type { StoreOperation } from '@hub/contract';

/** The six calls a store answers, as faults and the request log name them. */
export const ENDPOINTS = [
  'GET /products',
  'PUT /inventory',
  'POST /orders',
  'PUT /orders/{order_id}/tracking',
  'POST /cancel',
  'POST /returns',
] as const;

export type EndpointName = (typeof ENDPOINTS)[number];

export const ENDPOINT_OF: Record<StoreOperation, EndpointName> = {
  read_products: 'GET /products',
  write_inventory: 'PUT /inventory',
  place_order: 'POST /orders',
  deliver_tracking: 'PUT /orders/{order_id}/tracking',
  cancel_order: 'POST /cancel',
  register_return: 'POST /returns',
};

/** A fault. Where it has a choice, `before` leaves the store unchanged, `after` has carried out the call. */
export type Fault =
  /** An error instead of the answer, nothing carried out. `retryAfter` in seconds, or an HTTP date. */
  | {
      kind: 'status';
      status: number;
      code?: string | undefined;
      retryAfter?: number | string | undefined;
      headers?: Record<string, string> | undefined;
    }
  /** The right answer, late; by default the call is carried out after the wait. */
  | { kind: 'delay'; ms: number; when?: 'before' | 'after' | undefined }
  /** The connection is cut instead of an answer. */
  | { kind: 'drop'; when: 'before' | 'after' }
  /** Carried out, but fields of the receipt (or of the products page) are changed or left out. */
  | { kind: 'wrong_receipt'; change?: Record<string, unknown> | undefined; without?: string[] | undefined }
  /** Carried out and answered correctly, with another success status. */
  | { kind: 'success_status'; status: number }
  /** Carried out, but the answer's body is this text. */
  | { kind: 'wrong_body'; body: string };

export interface FaultOrder {
  /** Which call it affects; `*` is every call. */
  endpoint: EndpointName | '*';
  /** How many calls it affects; default: every one until removed. */
  times?: number | undefined;
  fault: Fault;
}

/** Faults on demand. Of several for one endpoint, the oldest applies until it is used up, then the next. */
export class Faults {
  #orders: { endpoint: EndpointName | '*'; left: number; fault: Fault }[] = [];

  /** Returns a function that removes the fault. */
  add({ endpoint, times = Infinity, fault }: FaultOrder): () => void {
    const order = { endpoint, left: times, fault };
    this.#orders.push(order);
    return () => {
      this.#orders = this.#orders.filter((other) => other !== order);
    };
  }

  clear(): void {
    this.#orders = [];
  }

  /** The fault for this call, counted as used; null where there is none. */
  take(endpoint: EndpointName): Fault | null {
    const order = this.#orders.find((one) => one.left > 0 && [endpoint, '*'].includes(one.endpoint));
    if (!order) return null;
    order.left -= 1;
    return order.fault;
  }

  /** The remaining faults. */
  get pending(): FaultOrder[] {
    return this.#orders
      .filter((order) => order.left > 0)
      .map(({ endpoint, left, fault }) => ({ endpoint, fault, ...(left !== Infinity && { times: left }) }));
  }
}
