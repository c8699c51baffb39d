import http from 'node:http';
import https from 'node:https';
import { GatheredBytes } from '@hub/runtime';
import { requireAllowedTarget, type StoreAgents } from './address-guard';
import type { Answer } from './answer';

/** Where a shop's API stands, and over which connections it is reached: prepared once for all its calls. */
export interface StoreTarget {
  protocol: string;
  /** An IPv6 address without its brackets. */
  hostname: string;
  port: string;
  origin: string;
  /** Of the API's root, without a slash at its end. */
  path: string;
  agents: StoreAgents;
  allowInsecure: boolean;
}

/** One request to a store, each byte of it decided. */
export interface StoreRequest {
  target: StoreTarget;
  method: 'GET' | 'PUT' | 'POST';
  /** Sent as it is written: parsed as part of a URL, a segment `%2E%2E` would be taken for a step upwards. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** As text it is written together with the headers, in one system call. */
  body: string | null;
}

/** The whole answer did not arrive in time. */
export class AttemptTimedOut extends Error {
  constructor() {
    super('the answer took too long');
    this.name = 'AttemptTimedOut';
  }
}

/** The target of an API root, which is a valid `http` or `https` URL. */
export function storeTarget(
  apiRoot: string,
  connections: Pick<StoreTarget, 'agents' | 'allowInsecure'>,
): StoreTarget {
  const { protocol, hostname, port, origin, pathname } = new URL(apiRoot);
  return {
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    origin,
    path: pathname.replace(/\/+$/, ''),
    ...connections,
  };
}

/**
 * Makes one request, and reads its answer up to `answerBytes`. Follows no redirect, uses no proxy and inflates nothing:
 * node's own client, because axios' adapter takes three times its processor time.
 *
 * Rejects with `AddressNotAllowed`, `AttemptTimedOut`, or the connection's error.
 */
export async function requestStore(
  { target, method, path, headers, body }: StoreRequest,
  { timeoutMs, answerBytes }: { timeoutMs: number; answerBytes: number },
): Promise<Answer> {
  const { protocol, hostname, port, agents } = target;
  if (!target.allowInsecure) requireAllowedTarget(protocol, hostname);
  const isHttps = protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isHttps ? https : http).request({
      agent: isHttps ? agents.httpsAgent : agents.httpAgent,
      hostname,
      port,
      method,
      path,
      headers: body === null ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) },
    });
    const timer = setTimeout(() => {
      reject(new AttemptTimedOut());
      request.destroy();
    }, timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    request.on('error', fail);
    request.on('response', (response) => {
      const end = (read: Buffer | null): void => {
        clearTimeout(timer);
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          contentEncoding: response.headers['content-encoding'],
          body: read,
          limit: answerBytes,
        });
      };
      const gathered = new GatheredBytes();
      response.on('data', (chunk: Buffer) => {
        if (gathered.length + chunk.length <= answerBytes) return gathered.add(chunk);
        end(null);
        response.destroy();
      });
      response.on('end', () => end(gathered.take()));
      response.on('error', fail);
    });
    request.end(body ?? undefined);
  });
}
