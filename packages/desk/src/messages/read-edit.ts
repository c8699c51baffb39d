import { LIMITS, readEnvelope, readEventData, requireEvent } from '@hub/contract';
import type { z } from 'zod';
import { identityOf } from './identity';
import { commandOfQueue, eventOfQueue, parseJson, readMessage, type MessagePlace } from './read-message';

/** What is wrong with one field of an edited body, never the value. */
export interface EditFault {
  field: string;
  message: string;
}

export type EditRead = { ok: true; identity: string } | { ok: false; faults: EditFault[] };

/** Reads an edited body as the consumer of its queue would: by the contract's schema, or the command's own. */
export function readEdit(body: Buffer, place: MessagePlace): EditRead {
  if (body.length > LIMITS.maxEventBytes)
    return fault('body', `must not be larger than ${LIMITS.maxEventBytes} bytes`);
  const faults = findFaults(body, place);
  if (faults.length > 0) return { ok: false, faults };
  const message = readMessage(body, place);
  if (message.kind === 'unreadable') return fault('body', 'cannot be read');
  return { ok: true, identity: identityOf(message, body) };
}

function findFaults(body: Buffer, place: MessagePlace): EditFault[] {
  const command = commandOfQueue(place.origin ?? '');
  if (command) return commandFaults(command.payload, parseJson(body));
  const read = readEnvelope(body, Number.MAX_SAFE_INTEGER);
  if (!read.ok) return [toFault(read.refusal)];
  const { event, data } = read.envelope;
  if (event !== eventOfQueue(place.origin ?? ''))
    return [{ field: 'event', message: 'must be the event of its queue' }];
  const valid = readEventData(requireEvent(event).data, data);
  return valid.ok ? [] : [toFault(valid.refusal)];
}

function commandFaults(payload: z.ZodType, value: unknown): EditFault[] {
  const read = payload.safeParse(value);
  if (read.success) return [];
  return read.error.issues.map(({ path }) => ({
    field: path.length === 0 ? 'body' : path.map(String).join('.'),
    message: 'is not valid',
  }));
}

function toFault({ field = 'body', message }: { field?: string | undefined; message: string }): EditFault {
  return { field, message };
}

function fault(field: string, message: string): EditRead {
  return { ok: false, faults: [{ field, message }] };
}
