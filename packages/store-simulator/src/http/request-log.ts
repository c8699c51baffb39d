import type { EndpointName, Fault } from '../faults/faults';

/** A request the store received, without credentials. */
export interface LoggedRequest {
  at: string;
  /** Which of the contract's calls it was. */
  endpoint: EndpointName;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  /** Null until answered, and permanently where the connection was cut. */
  status: number | null;
  /** The body answered; null for a products page, which is not kept. */
  answer: unknown;
  fault: Fault['kind'] | null;
}

/** The latest requests are kept: enough for any test, without a bench filling the memory. */
const KEPT = 20_000;

/** The store's log of received requests, oldest first. */
export class RequestLog {
  readonly entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.splice(0, KEPT / 10);
  }
}

const SECRET_HEADERS = new Set(['authorization', 'x-hub-signature', 'cookie']);

export function headersWithoutSecrets(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]));
}
