import { sign, SIGNATURE_HEADER } from '@hub/contract';
import axios, { type AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';
import type { Answer } from './answer';
import { Attempts, type AttemptOptions, type AttemptRecord } from './attempts';
import { decideOutcome } from './decide-outcome';
import type { CallOutcome } from './outcome';
import type { StoreCall } from './store-call';
import type { StoreTarget } from './store-request';

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

/**
 * The client of every call: axios, with its retries. Each call brings the adapter that makes its attempts and
 * sets all that is sent, so the defaults that axios would merge into each request are dropped.
 */
export function createHttpClient(): AxiosInstance {
  const client = axios.create();
  for (const name of Object.keys(client.defaults)) Reflect.deleteProperty(client.defaults, name);
  axiosRetry(client);
  return client;
}

export interface Sending {
  httpClient: AxiosInstance;
  target: StoreTarget;
  store: Store;
  attempts: Omit<AttemptOptions, 'answerBytes'>;
  /** Of W3C Trace Context; null: the call is not sampled. */
  traceparent: string | null;
}

/** Sends a call to a store, in up to three attempts, and evaluates the answer. */
export async function sendCall<T>(call: StoreCall<T>, sending: Sending): Promise<SentCall<T>> {
  const { httpClient, target, store, traceparent } = sending;
  const path = target.path + call.path;
  // The signed bytes are exactly those sent.
  const body = call.body === null ? null : JSON.stringify(call.body);
  const headers = headersFor(store, body);
  if (traceparent !== null) headers['traceparent'] = traceparent;
  const attempts = new Attempts(
    { target, method: call.method, path, headers, body },
    { ...sending.attempts, answerBytes: call.answerBytes },
  );
  try {
    const { data: answer } = await httpClient.request<Answer>({
      method: call.method,
      url: target.origin + path,
      adapter: attempts.adapter,
      'axios-retry': attempts.retryRules(),
    });
    return { outcome: decideOutcome(call, answer, attempts.before()), answer, attemptLog: attempts.log };
  } catch (error) {
    return { outcome: attempts.outcome(error), answer: attempts.lastAnswer, attemptLog: attempts.log };
  }
}

function headersFor(store: Store, body: string | null): Record<string, string> {
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
