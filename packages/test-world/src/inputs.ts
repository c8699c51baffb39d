import { randomUUID } from 'node:crypto';
import { droppedOfEvent, instantFromMs, readEventData } from '@hub/contract';
import type { CommandInput, EventInput } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import type { z } from 'zod';

/** Silent but for errors; `TEST_LOG=all` shows everything. */
export const testLogger = createLogger({
  service: 'test',
  level: process.env['TEST_LOG'] === 'all' ? 'debug' : 'error',
});

/** The engine of this process does not poll: tests trigger it. */
export const ASLEEP = { slotFor: () => null, wakeAfter: () => undefined, lookAfter: () => undefined };

/** A command as the handler receives it from the frame. */
export function aCommand<T>(payload: T, given: Partial<CommandInput<T>> = {}): CommandInput<T> {
  const now = given.now ?? Date.now();
  const usual = { messageId: randomUUID(), correlation: 'test', callAttempts: 0, logger: testLogger };
  return { payload, ...usual, ...given, now };
}

/** An event as the handler receives it from the frame, with a new id. Throws if its schema refuses the data. */
export function anEventOf<S extends z.ZodType>(
  schema: S,
  { shopId, data }: { shopId: number; data: unknown },
  given: Partial<EventInput<z.output<S>>> = {},
): EventInput<z.output<S>> {
  const read = readEventData(schema, data);
  if (!read.ok) throw new Error(read.refusal.message);
  const now = given.now ?? Date.now();
  const receivedAt = given.receivedAt ?? now;
  return {
    shopId,
    eventId: randomUUID(),
    occurredAt: instantFromMs(now),
    data: read.data,
    dropped: droppedOfEvent(schema, data).map(({ field }) => field),
    correlation: 'test',
    replyTo: null,
    ...given,
    receivedAt,
    now,
    latestNow: Math.max(now, receivedAt),
  };
}

/** How a handler ends with a verdict. */
export const accepted = { kind: 'decided', verdict: { status: 200, outcome: 'accepted' } };
export const duplicate = { kind: 'decided', verdict: { status: 200, outcome: 'duplicate' } };
export const echo = { kind: 'decided', verdict: { status: 200, outcome: 'echo' } };

export function refused(status: number, code: string, field: string) {
  return { kind: 'decided', verdict: { status, code, field } };
}
