import { inTransaction } from '@hub/database';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  commandBatchConsumer,
  COMMANDS,
  done,
  enqueueEach,
  type CommandInput,
  type Settlement,
} from '../src';
import { countMarks, FrameWorld, leaveMark } from './frame-world';

type Input = CommandInput<{ gtin: string }>;

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

/** A worker that leaves one mark for each different command of a batch. */
function folding(batches: string[][], end: (input: Input) => Settlement = () => done('it is marked')) {
  return () => ({
    consumers: [
      commandBatchConsumer(COMMANDS.recalculateArticle, {
        maxBatch: 64,
        handleAll: async (context, inputs) => {
          batches.push(inputs.map(({ payload }) => payload.gtin));
          await context.transact(async (tx) => {
            for (const gtin of new Set(inputs.map(({ payload }) => payload.gtin))) await leaveMark(tx, gtin);
          });
          return inputs.map(end);
        },
      }),
    ],
  });
}

async function enqueueGtins(numbers: number[]): Promise<void> {
  const messages = numbers.map((number) => ({
    payload: { gtin: String(number).padStart(14, '0') },
    correlation: `C-${number}`,
  }));
  await inTransaction(world.db, (tx) => enqueueEach(tx, COMMANDS.recalculateArticle, messages));
}

describe('command batches', () => {
  it('a batch is handled together, equal commands once', async () => {
    await enqueueGtins(Array.from({ length: 300 }, (_, index) => index % 3));
    const batches: string[][] = [];
    await world.startWorker(folding(batches));
    await eventually(() => expect(batches.flat()).toHaveLength(300), { timeoutMs: 20_000 });
    expect(batches.length).toBeLessThan(100);
    expect(await countMarks(world.db)).toBeLessThanOrEqual(3 * batches.length);
  });

  it('each keeps the correlation of its own cause', async () => {
    const seen = new Map<string, string>();
    await world.startWorker(
      folding([], ({ payload, correlation }) => {
        seen.set(payload.gtin, correlation);
        return done('it is marked');
      }),
    );
    await enqueueGtins([1, 2]);
    await eventually(() => expect([...seen.values()].toSorted()).toEqual(['C-1', 'C-2']));
  });

  it('a batch that fails is done one by one: one bad command does not fail the others', async () => {
    const batches: string[][] = [];
    const bad = String(7).padStart(14, '0');
    await enqueueGtins([1, 7, 2]);
    await world.startWorker(
      folding(batches, ({ payload }) => {
        if (payload.gtin === bad) throw new Error('unexpected');
        return done('it is marked');
      }),
    );
    const handled = (number: number) => batches.flat().filter((gtin) => Number(gtin) === number).length;
    await eventually(() => {
      expect(handled(1)).toBeGreaterThan(0);
      expect(handled(2)).toBeGreaterThan(0);
      // The bad one is redelivered after a wait.
      expect(handled(7)).toBeGreaterThan(2);
    });
  });
});
