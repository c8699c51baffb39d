import type { Database, DeadLetterState } from '@hub/database';
import { revealDeadLetter, showDeadLetter } from '../../messages/show-dead-letter';
import type { DeadLetterFilter } from '../../messages/find-dead-letters';
import { z } from 'zod';
import { look, reveal, type CommandContext } from '../command';
import { CommandFault } from '../command-fault';
import { Moment, oneOf, shopIdOf, Text } from '../fields';
import { describeShown } from './describe-dead-letter';

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
