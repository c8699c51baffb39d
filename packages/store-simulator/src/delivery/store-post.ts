import { setMaxListeners } from 'node:events';

import { errorBody, SIGNATURE_HEADER } from '@hub/contract';

import type { Delivery, DeliveryAttempt } from './delivery';
import type { DeliveryHooks } from './delivery-hooks';
import type { Outbox } from './outbox';
import { postEvent } from './post-event';

interface StorePostOptions {
  outbox: Outbox;
  hooks: Pick<DeliveryHooks, 'signed' | 'state'>;
  secret: string;
  nowIso: () => string;
}

/** How the store's kit posts: each attempt is kept with its delivery, and can be corrupted. */
export class StorePost {
  readonly #stopped = new AbortController();

  constructor(private readonly options: StorePostOptions) {
    setMaxListeners(0, this.#stopped.signal);
  }

  /** Ends the attempts in flight. */
  stop(): void {
    this.#stopped.abort();
  }

  readonly fetch: typeof fetch = async (_url, init) => {
    const { outbox, hooks, secret, nowIso } = this.options;
    const body = typeof init?.body === 'string' ? init.body : '';
    const row = outbox.underWay(body);
    if (!row?.url) throw new Error('no event of the outbox has these bytes');
    const { delivery } = row;
    const signature = new Headers(init?.headers).get(SIGNATURE_HEADER);
    const isAgain = (): boolean => outbox.wasSent(delivery.eventId);
    const signed = hooks.signed({ body: Buffer.from(body), signature }, { secret, isAgain });
    const signals = [this.#stopped.signal, ...(init?.signal ? [init.signal] : [])];
    const at = nowIso();
    const { answer, failure, ...end } = await postEvent({
      url: row.url,
      signed,
      signals,
    });
    const attempt: DeliveryAttempt = { at, answer, ...(failure !== undefined && { failure }) };
    delivery.attempts.push(attempt);
    delivery.answer = answer;
    const right = stateAfter(attempt);
    const state = hooks.state(right, attempt);
    if (state !== right) return standIn(state);
    if ('error' in end) throw end.error;
    return end.response;
  };
}

/** What the answer means: retried on no answer or `5xx`; anything else is the service's final answer. */
function stateAfter({ answer }: DeliveryAttempt): Delivery['state'] {
  if (answer === null || answer.status >= 500) return 'sending';
  return answer.status === 200 ? 'delivered' : 'rejected';
}

/** An answer after which the kit does what breaks the rule. */
function standIn(state: Delivery['state']): Response {
  if (state === 'sending') return new Response(null, { status: 503 });
  if (state === 'delivered') return Response.json({ success: true });
  return Response.json(errorBody({ code: 'invalid_request', message: 'a broken rule' }), { status: 400 });
}
