import { PERSONAL_FIELD_NAMES } from '@hub/contract';
import type { Answer } from './http/exchange';
import type { Arrival } from './inbound/arrival';
import type { Evidence } from './record';

const MASKED = '[masked]';
/** `reason` is the customer's text, in every message that has one. */
const PERSONAL = new Set([...PERSONAL_FIELD_NAMES, 'reason']);
/** The only headers that are kept. */
const TELLING_HEADERS = ['content-type', 'retry-after', 'location', 'x-hub-signature'];
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
    return keptBody(JSON.parse(bytes.toString()));
  } catch {
    return `[${bytes.length} bytes, no JSON]`;
  }
}

/** A message's headers as evidence; of credentials only that they were sent. */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (name.toLowerCase() === 'authorization') return [[name, MASKED]];
      return TELLING_HEADERS.includes(name.toLowerCase()) ? [[name, cut(value)]] : [];
    }),
  );
}

/**
 * An answer of the store as evidence. Of a body that is not JSON only the length is kept: nothing in it could be
 * masked.
 */
export function keptAnswer(answer: Answer) {
  if (answer.kind === 'none') return { failure: answer.failure, took_ms: answer.tookMs };
  const { status, headers, body, bytes, tookMs } = answer;
  return {
    status,
    headers: keptHeaders(headers),
    body: body === undefined && bytes > 0 ? `[${bytes} bytes, no JSON]` : keptBody(body),
    took_ms: tookMs,
  };
}

/** A JSON value as evidence: personal fields masked at any depth, of too long ones only the length. */
export function keptBody(body: unknown): unknown {
  const text = maskedText(body);
  if (text === null) return null;
  return text.length > MAX_BODY_CHARACTERS ? `[${text.length} characters of JSON]` : JSON.parse(text);
}

/**
 * Null where there is nothing, or nothing that can be serialised: JSON nested thousands deep can be parsed, not
 * serialised.
 */
function maskedText(body: unknown): string | null {
  try {
    const mask = (key: string, value: unknown) => (PERSONAL.has(key) && value !== null ? MASKED : value);
    return JSON.stringify(body, mask) ?? null;
  } catch {
    return null;
  }
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
