import type { z } from 'zod';

import type { EndpointName } from '../faults/faults';
import type { Store } from '../state/store';
import { errorAnswer, receiptAnswer, type Answer } from './answer';
import type { Endpoint } from './endpoint';
import { readBody } from './read-body';

interface Definition<Schema extends z.ZodType<{ external_ref: string }>> {
  name: EndpointName;
  schema: Schema;
  /** Run for a reference not used before; a `200` is kept as the reference's receipt. */
  carryOut: (store: Store, request: z.output<Schema>, call: { orderId: string; body: unknown }) => Answer;
}

/**
 * A call whose `external_ref` is its idempotency key: a repeat with the same data gets the original receipt and
 * does nothing, other data under the same reference gets `409 idempotency_conflict`.
 */
export function idempotentEndpoint<Schema extends z.ZodType<{ external_ref: string }>>(
  definition: Definition<Schema>,
): Endpoint {
  const { name, schema, carryOut } = definition;
  return {
    name,
    answer(store, { orderId, body }) {
      const read = readBody(schema, body);
      if ('refusal' in read) return read.refusal;
      const { external_ref: externalRef } = read.request;
      const data = { orderId, body };
      const recalled = store.receipts.recall(name, externalRef, data);
      switch (recalled.kind) {
        case 'repeat':
          store.tell(`${name} came again and got the original receipt`);
          return receiptAnswer(recalled.receipt);
        case 'conflict':
          return errorAnswer('idempotency_conflict', 'the reference was used for other data', 'external_ref');
        case 'unused': {
          const answer = carryOut(store, read.request, { orderId, body });
          if (answer.status === 200)
            store.receipts.keep(name, externalRef, { data, receipt: Object(answer.body) });
          return answer;
        }
      }
    },
  };
}
