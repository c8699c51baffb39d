import { MASK, maskCall, maskEvent, type StoreOperation } from '@hub/contract';
import type { Answer } from './exchange';
import type { Arrival } from '../inbound/arrival';
import type { Evidence } from '../record';

/** The only headers that are kept. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'location', 'x-hub-signature'];
const MAX_BODY_CHARACTERS = 8_192;
const MAX_TEXT = 1_024;
/** How many of a check's first and last entries are kept. */
const KEPT_AT_EITHER_END = 25;

/** What happened during one check, as kept: bounded, with personal data and credentials masked. */
export class EvidenceLog {
  readonly #entries: Evidence[] = [];

  add(entry: Evidence): void {
    this.#entries.push(entry);
  }

  note(text: string): void {
    this.add({ at: new Date().toISOString(), note: text });
  }

  entries(): Evidence[] {
    const left = this.#entries.length - 2 * KEPT_AT_EITHER_END;
    if (left <= 0) return [...this.#entries];
    const first = this.#entries.slice(0, KEPT_AT_EITHER_END);
    const last = this.#entries.slice(-KEPT_AT_EITHER_END);
    const at = first.at(-1)?.at ?? new Date().toISOString();
    return [...first, { at, note: `${left} more, left out here` }, ...last];
  }
}

/** Keeps an event of the store, with what the runner answered. */
export function keepArrival(evidence: EvidenceLog, { at, message, answer }: Arrival): void {
  const { path, headers, bytes } = message;
  const body = parsedOrMeasured(bytes);
  evidence.add({
    at,
    event: { path, headers: keptHeaders(headers), body },
    answer: { status: answer.status, headers: { ...answer.headers }, body: answer.body, took_ms: 0 },
  });
}

function parsedOrMeasured(bytes: Buffer): unknown {
  try {
    return keptEvent(JSON.parse(bytes.toString()));
  } catch {
    return `[${bytes.length} bytes, no JSON]`;
  }
}

/** A message's headers as evidence; of credentials only that they were sent. */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (name.toLowerCase() === 'authorization') return [[name, MASK]];
      return KEPT_HEADERS.includes(name.toLowerCase()) ? [[name, cut(value)]] : [];
    }),
  );
}

/** A call to the store as evidence: of its bodies what the contract lists and does not mark as personal (D29). */
export function keptCall(call: { operation: StoreOperation; request: unknown }, answer: Answer) {
  const response = answer.kind === 'answered' ? answer.body : undefined;
  const masked = maskCall({ ...call, response });
  // A text is no body of the contract: the runner wrote it to see it refused, without personal data.
  const request = typeof call.request === 'string' ? call.request : masked.request;
  return { body: bounded(request), answer: keptAnswer(answer, masked.response) };
}

/** An event of the store as evidence, masked in the same way. */
export function keptEvent(body: unknown): unknown {
  return bounded(maskEvent(body));
}

/**
 * An answer as evidence. Of a body that is not JSON only the length is kept: nothing in it could be masked.
 *
 * @param body of the answer, where people may see it: the hub's own, or masked
 */
export function keptAnswer(answer: Answer, body?: unknown) {
  if (answer.kind === 'none') return { failure: answer.failure, took_ms: answer.tookMs };
  const { status, headers, bytes, tookMs } = answer;
  return {
    status,
    headers: keptHeaders(headers),
    body: body === undefined && bytes > 0 ? `[${bytes} bytes, not kept]` : bounded(body),
    took_ms: tookMs,
  };
}

/** A JSON value as evidence; null where there is none, of a long one only the length. */
function bounded(body: unknown): unknown {
  const text = JSON.stringify(body) ?? null;
  return text !== null && text.length > MAX_BODY_CHARACTERS
    ? `[${text.length} characters of JSON]`
    : (body ?? null);
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
