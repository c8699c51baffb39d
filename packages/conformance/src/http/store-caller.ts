import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS, sign, SIGNATURE_HEADER, STORE_ENDPOINTS, type StoreOperation } from '@hub/contract';
import { type EvidenceLog, keptCall, keptHeaders } from './evidence';
import type { Target } from '../target';
import { type Answer, exchange, type HttpRequest } from './exchange';

/** One call of the service to a store; without the overrides it follows the contract. */
export interface StoreCall {
  operation: StoreOperation;
  /** The `order_id` of the path, where the path has one. */
  orderId?: string;
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** The exact bytes of the body, where its serialisation matters; else it is serialised normally. */
  text?: string;
  /** Instead of the store's token; null: no header. */
  bearer?: string | null;
  /** Instead of the right signature; null: no header. */
  signature?: string | null;
  cut?: HttpRequest['cut'];
}

/** Observes the calls of a run. */
export interface CallWatch {
  /** Throws where the call must not be made. */
  before(call: StoreCall): void | Promise<void>;
  see(call: StoreCall, answer: Answer): void;
}

/** Makes calls to the store and keeps each as evidence. */
export class StoreCaller {
  constructor(
    private readonly target: Target,
    private readonly evidence: EvidenceLog,
    private readonly watch: CallWatch,
  ) {}

  /** One attempt. */
  async once(call: StoreCall): Promise<Answer> {
    await this.watch.before(call);
    const at = new Date().toISOString();
    const [method = ''] = STORE_ENDPOINTS[call.operation].endpoint.split(' ');
    const text = call.text ?? (call.body && JSON.stringify(call.body));
    const { target } = this;
    const url = urlOf(target.storeApiRoot, call);
    const headers = this.headersOf(call, text);
    const { timeoutMs, allowInsecure } = target;
    const answer = await exchange({
      url,
      method,
      headers,
      body: text,
      timeoutMs,
      allowInsecure,
      cut: call.cut,
      answerBytes: call.operation === 'read_products' ? LIMITS.maxPageBytes : LIMITS.maxAnswerBytes,
    });
    const kept = keptCall({ operation: call.operation, request: bodyOf(call) }, answer);
    const path = `${url.pathname}${url.search}`;
    const request = { method, path, headers: keptHeaders(headers), body: kept.body };
    this.evidence.add({ at, request, answer: kept.answer });
    this.watch.see(call, answer);
    return answer;
  }

  /** As the service delivers it (D23): up to three attempts on no answer, `429` and `5xx`, with growing pauses. */
  async deliver(call: StoreCall): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.once(call);
      if (attempt === LIMITS.attempts || !isTemporary(answer)) return answer;
      await wait(Math.max(this.target.retryBaseMs * 2 ** (attempt - 1), retryAfterMs(answer)));
    }
  }

  private headersOf(call: StoreCall, text: string | undefined): Record<string, string> {
    const { bearerToken, signingSecrets } = this.target;
    const bearer = call.bearer === undefined ? bearerToken : call.bearer;
    const right = text === undefined ? null : sign(signingSecrets[0], text);
    const signature = call.signature === undefined ? right : call.signature;
    return {
      accept: 'application/json',
      'user-agent': 'hub-rehearse',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...(signature === null ? {} : { [SIGNATURE_HEADER]: signature }),
    };
  }
}

function urlOf(root: string, { operation, orderId, query }: StoreCall): URL {
  const [, template = ''] = STORE_ENDPOINTS[operation].endpoint.split(' ');
  const path = template.replace('{order_id}', encodeURIComponent(orderId ?? ''));
  const url = new URL(`${root.replace(/\/+$/, '')}${path}`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** The body of a call; its text, where that is no JSON. */
function bodyOf({ body, text }: StoreCall): unknown {
  if (body !== undefined || text === undefined) return body;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isTemporary(answer: Answer): boolean {
  return answer.kind === 'none' || answer.status === 429 || answer.status >= 500;
}

/** The seconds of `Retry-After`, up to the service's limit; 0 where it is not readable. */
function retryAfterMs(answer: Answer): number {
  const header = answer.kind === 'answered' ? answer.headers['retry-after'] : undefined;
  const seconds = header !== undefined && /^\d+$/.test(header) ? Number(header) : 0;
  return Math.min(seconds * 1_000, LIMITS.retryAfterCapMs);
}
