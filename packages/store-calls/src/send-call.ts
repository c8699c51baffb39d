import http from 'node:http';
import https from 'node:https';
import { sign, SIGNATURE_HEADER } from '@hub/contract';
import axios, { type AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';
import { requireAllowedTarget, type StoreAgents } from './address-guard';
import type { Answer } from './answer';
import { Attempts, type AttemptOptions, type AttemptRecord } from './attempts';
import { decideOutcome } from './decide-outcome';
import type { CallOutcome } from './outcome';
import type { StoreCall } from './store-call';

/** A shop's own API and credentials, resolved by the caller for every call. */
export interface Store {
  shopId: number;
  slug: string;
  apiRoot: string;
  bearerToken: string;
  signingSecret: string;
}

/** How a call ended, and its last answer, for the call log. */
export interface SentCall<T> {
  outcome: CallOutcome<T>;
  answer: Answer | null;
  attemptLog: readonly AttemptRecord[];
}

/** The HTTP client of every call: no redirects, no proxy, raw bodies. */
export function createHttpClient(): AxiosInstance {
  const client = axios.create({
    proxy: false,
    maxRedirects: 0,
    decompress: false,
    responseType: 'stream',
    validateStatus: null,
    transformRequest: [(body: unknown) => body],
    transformResponse: [(body: unknown) => body],
  });
  axiosRetry(client);
  return client;
}

export interface Sending {
  httpClient: AxiosInstance;
  agents: StoreAgents;
  store: Store;
  allowInsecureStores: boolean;
  attempts: Omit<AttemptOptions, 'answerBytes'>;
  /** Of W3C Trace Context; null: the call is not sampled. */
  traceparent: string | null;
}

/** Sends a call to a store, in up to three attempts, and evaluates the answer. */
export async function sendCall<T>(call: StoreCall<T>, sending: Sending): Promise<SentCall<T>> {
  const { httpClient, agents, store, allowInsecureStores } = sending;
  const attempts = new Attempts({ ...sending.attempts, answerBytes: call.answerBytes });
  const root = new URL(store.apiRoot);
  const path = root.pathname.replace(/\/+$/, '') + call.path;
  // The signed bytes are exactly those sent.
  const body = call.body === null ? null : Buffer.from(JSON.stringify(call.body));
  try {
    const { data: answer } = await httpClient.request<Answer>({
      ...agents,
      method: call.method,
      url: root.origin + path,
      headers: {
        ...headersFor(store, body),
        ...(sending.traceparent && { traceparent: sending.traceparent }),
      },
      ...(body === null ? {} : { data: body }),
      transport: guardedTransport(path, allowInsecureStores),
      adapter: attempts.adapter,
      'axios-retry': attempts.retryRules(),
    });
    return { outcome: decideOutcome(call, answer, attempts.before()), answer, attemptLog: attempts.log };
  } catch (error) {
    return { outcome: attempts.outcome(error), answer: attempts.lastAnswer, attemptLog: attempts.log };
  }
}

function headersFor(store: Store, body: Buffer | null): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Encoding': 'identity',
    'User-Agent': 'HUB-Network',
    Authorization: `Bearer ${store.bearerToken}`,
    ...(body === null
      ? {}
      : { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: sign(store.signingSecret, body) }),
  };
}

/**
 * The last step before the connection: refuses forbidden targets, and sends the path as we wrote it (parsed as part of
 * a URL, a segment `%2E%2E` would be taken for a step upwards).
 */
function guardedTransport(path: string, allowInsecureStores: boolean) {
  return {
    request(
      options: https.RequestOptions,
      onResponse: (response: http.IncomingMessage) => void,
    ): http.ClientRequest {
      const { protocol, hostname } = options;
      if (!allowInsecureStores) requireAllowedTarget(protocol ?? '', hostname ?? '');
      const transport = protocol === 'https:' ? https : http;
      return transport.request(Object.assign(options, { path }), onResponse);
    },
  };
}
