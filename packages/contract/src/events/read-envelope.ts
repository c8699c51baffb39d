import { firstFault, readWith } from '../faults';
import { isFuture } from '../instant';
import { isJsonObject, type JsonObject } from '../json-object';
import { futureTimestamp, refusal, type Refusal } from '../refusal';
import { EnvelopeFields, type Envelope } from './envelope';
import { EVENT_NAMES, findEvent } from './events';
import { invalidRequest } from './invalid-request';

/** Fatal: what is not UTF-8 is refused, never repaired. A byte order mark is ignored, as RFC 8259 allows. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the envelope of a raw event body at the time `nowMs`, with D3's checks in D3's order: JSON object, fields
 * and their types, `spec_version`, event name, `occurred_at` not in the future. Never throws.
 */
export function readEnvelope(
  bytes: Buffer,
  nowMs: number,
): { ok: true; envelope: Envelope } | { ok: false; refusal: Refusal } {
  const body = parseJsonObject(bytes);
  if (body === null)
    return refused(refusal('invalid_json', 'the body must be a JSON object in UTF-8, not compressed'));

  const read = readWith(EnvelopeFields, body);
  if (!read.ok) return refused(invalidRequest(firstFault(read.issues)));
  const { spec_version, event, ...rest } = read.data;

  if (spec_version !== '1') {
    return refused(invalidRequest({ field: 'spec_version', message: 'must be "1"' }));
  }
  const known = findEvent(event);
  if (!known) {
    return refused(refusal('unknown_event', `event must be one of ${EVENT_NAMES.join(', ')}`, 'event'));
  }
  if (isFuture(rest.occurred_at, nowMs)) {
    return refused(futureTimestamp('occurred_at'));
  }
  return { ok: true, envelope: { spec_version, event: known.name, ...rest } };
}

function parseJsonObject(bytes: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(UTF8.decode(bytes));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function refused(why: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: why };
}
