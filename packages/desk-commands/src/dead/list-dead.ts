import type { Database, DeadLetterState } from '@hub/database';
import {
  groupDeadLetters,
  listDeadLetters,
  revealDeadLetter,
  showDeadLetter,
  type DeadLetterFilter,
} from '@hub/support-desk';
import { z } from 'zod';
import { look, reveal, type CommandContext } from '../command';
import { CommandFault } from '../command-fault';
import { Limit, Moment, oneOf, shopIdOf, Text, time } from '../fields';
import { describeShown, describeSummary } from './describe-dead-letter';

/** Filter of failed messages. */
export const DeadFilter = z.strictObject({
  shop: Text.optional(),
  type: Text.optional(),
  reason: Text.optional(),
  state: oneOf(['open', 'replaying', 'resolved', 'discarded'] satisfies DeadLetterState[]).optional(),
  text: Text.optional(),
  since: Moment.optional(),
});

export async function readFilter(
  db: Database,
  { shop, state, ...rest }: z.output<typeof DeadFilter>,
): Promise<DeadLetterFilter> {
  return { ...rest, shopId: await shopIdOf(db, shop), ...(state === undefined ? {} : { states: [state] }) };
}

/** Messages that failed permanently, the latest failures first. */
export const deadList = look({
  input: z.strictObject({ ...DeadFilter.shape, limit: Limit }),
  run: async ({ db }, { limit, ...filter }) => {
    const found = await listDeadLetters(db, { filter: await readFilter(db, filter), limit: limit + 1 });
    return {
      messages: found
        .slice(0, limit)
        .map((failedMessage) => ({ ...describeSummary(failedMessage), died: failedMessage.count })),
      more: found.length > limit,
    };
  },
});

/** The same by cause: the queue they failed in and the reason. */
export const deadGroups = look({
  input: DeadFilter,
  run: async ({ db }, filter) =>
    (await groupDeadLetters(db, await readFilter(db, filter))).map((group) => ({
      origin: group.origin,
      reason: group.reason,
      messages: group.failedMessages,
      deaths: group.deaths,
      shops: group.shops,
      first_failed_at: time(group.firstFailedAt),
      last_failed_at: time(group.lastFailedAt),
    })),
});

const One = z.strictObject({ id: Text });

/** One, and what a replay of it would do now. */
export const deadShow = look({ input: One, run: (context, { id }) => shown(context, id, null) });

/** The same with its personal data; the view is recorded. */
export const deadReveal = reveal({
  input: One,
  run: async (context, { id }) => {
    const { db, actor, cipher } = context;
    return shown(context, id, await revealDeadLetter(db, { id, actor, cipher }));
  },
});

async function shown({ db, forecasts, cipher }: CommandContext, id: string, revealed: Buffer | null) {
  const failedMessage = await showDeadLetter(db, id, { forecasts, cipher });
  if (!failedMessage) throw new CommandFault('unknown', [`no failed message "${id}"`]);
  return describeShown(failedMessage, revealed);
}
