import {
  droppedOfEvent,
  findEvent,
  LIMITS,
  readEnvelope,
  readEventData,
  refusal,
  UNAUTHORIZED,
  type Refusal,
  SIGNATURE_HEADER,
} from '@hub/contract';
import type { Arrival, EventMessage, Fault } from './arrival';
import { signatureFault } from './signature-fault';

/** An event judged in each respect separately, so that one fault does not hide another. */
export interface JudgedEvent extends Pick<Arrival, 'event' | 'eventId' | 'data' | 'faults'> {
  /** The service's refusal of it; null: none. */
  refusal: Refusal | null;
}

/** Judges an event on its own: signature, envelope, schema of its data (D2, D3, D9). */
export function judgeEvent(
  { headers, bytes }: EventMessage,
  { secrets, nowMs }: { secrets: readonly string[]; nowMs: number },
): JudgedEvent {
  if (bytes.length > LIMITS.maxEventBytes) return tooLong();
  const header = headers[SIGNATURE_HEADER.toLowerCase()];
  const signature = signatureFault({ secrets, bytes, header });
  const read = readEnvelope(bytes, nowMs);
  const fields = jsonFields(bytes);
  const event = typeof fields['event'] === 'string' ? fields['event'] : null;
  const definition = event === null ? null : findEvent(event);
  const data = definition && readEventData(definition.data, fields['data']);
  const dataRefusal = data && !data.ok ? data.refusal : null;
  const [dropped] = definition ? droppedOfEvent(definition.data, fields['data']) : [];
  const unsigned = signature && UNAUTHORIZED;
  return {
    event,
    eventId: typeof fields['event_id'] === 'string' ? fields['event_id'] : null,
    data: { ...Object(fields['data']) },
    faults: {
      signature,
      envelope: read.ok ? null : faultOf(read.refusal),
      data: dataRefusal ? faultOf(dataRefusal) : dropped ? leftOut(dropped) : null,
    },
    refusal: unsigned ?? (read.ok ? dataRefusal : read.refusal),
  };
}

function tooLong(): JudgedEvent {
  const why = refusal('payload_too_large', `the body exceeds ${LIMITS.maxEventBytes} bytes`);
  const faults = { signature: null, envelope: faultOf(why), data: null };
  return { event: null, eventId: null, data: {}, faults, refusal: why };
}

const CORRECTIONS: Partial<Record<Refusal['code'], string>> = {
  invalid_json: 'send one JSON object in UTF-8, not compressed',
  unknown_event: 'use one of the five names of the contract',
  payload_too_large: 'send a smaller body: leave optional texts out, and never split an event',
  future_timestamp: 'send the time in UTC and keep the clock of the server right',
};

function faultOf({ code, message, field }: Refusal): Fault {
  const correct = CORRECTIONS[code] ?? `send ${field ?? 'it'} as the contract has it`;
  return { seen: `${message} (${code})`, correct };
}

/** A faulty optional field is left out, and the event is judged without it (D7). */
function leftOut({ field, message }: { field: string; message: string }): Fault {
  return {
    seen: `${field} ${message}: it is left out`,
    correct: `send ${field} as the contract has it, or leave it out`,
  };
}

function jsonFields(bytes: Buffer): Record<string, unknown> {
  try {
    return { ...Object(JSON.parse(bytes.toString())) };
  } catch {
    return {};
  }
}
