import { InventoryUpdated, refusal } from '@hub/contract';
import { anEnvelope, anInventoryUpdate, eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decided, eventBatchConsumer, type EventOutcome, type EventInput } from '../src';
import { countMarks, FrameWorld, leaveMark, type SentEvent } from './frame-world';

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

const accepted = decided({ status: 200, outcome: 'accepted' });
type Update = EventInput<InventoryUpdated>;

/** A worker that handles batches, leaving a mark for each event. */
function batching(
  sizes: number[],
  end: (event: Update) => EventOutcome,
  first: Promise<void> = Promise.resolve(),
) {
  return () => ({
    consumers: [
      eventBatchConsumer({
        event: 'inventory.updated',
        data: InventoryUpdated,
        subject: (data) => data.variant_id,
        maxBatch: 128,
        handleAll: async (tx, events) => {
          sizes.push(events.length);
          if (sizes.length === 1) await first;
          const ends: EventOutcome[] = [];
          for (const event of events) {
            await leaveMark(tx, event.eventId);
            ends.push(end(event));
          }
          return ends;
        },
      }),
    ],
  });
}

function anUpdate(eventId: string, variantId = 'V-1'): SentEvent {
  const envelope = anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: variantId }), {
    event_id: eventId,
  });
  return { name: 'inventory.updated', body: Buffer.from(JSON.stringify(envelope)) };
}

/** A worker that is held at its first event: what is sent until it is released waits, and is one batch. */
async function behindTheFirst(end: (event: Update) => EventOutcome) {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const sizes: number[] = [];
  await world.startWorker(batching(sizes, end, gate));
  const send = await world.sender();
  const first = send(anUpdate('E-0'));
  await eventually(() => expect(sizes).toEqual([1]));
  return { sizes, send, first, release };
}

describe('event batches', () => {
  it('what arrives during a batch is handled together, each with its own verdict', async () => {
    const unknown = decided(refusal('unknown_variant', 'no such variant', 'data.variant_id'));
    const end = (event: Update) => (event.data.variant_id === 'V-2' ? unknown : accepted);
    const { sizes, send, first, release } = await behindTheFirst(end);
    const rest = Array.from({ length: 50 }, (_, i) => send(anUpdate(`E-${i + 1}`, i % 2 ? 'V-2' : 'V-1')));
    await world.waitUntilEmpty('inventory.inventory.updated');
    release();
    const answers = await Promise.all([first, ...rest]);
    const statuses = answers.map((answer) => (answer.kind === 'answered' ? answer.verdict.status : 0));
    expect(statuses.filter((status) => status === 200)).toHaveLength(26);
    expect(statuses.filter((status) => status === 404)).toHaveLength(25);
    expect(sizes.length).toBeLessThan(10);
  });

  it('one event twice in the same batch has one effect', async () => {
    const { send, first, release } = await behindTheFirst(() => accepted);
    const twice = anUpdate('E-1');
    const answers = [send(twice), send(twice)];
    await world.waitUntilEmpty('inventory.inventory.updated');
    release();
    await first;
    expect(await Promise.all(answers)).toEqual(
      expect.arrayContaining([
        { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } },
        { kind: 'answered', verdict: { status: 200, outcome: 'duplicate' } },
      ]),
    );
    expect(await countMarks(world.db)).toBe(2);
  });

  it('a batch that fails is done one by one: one bad event does not fail the others', async () => {
    const { send, first, release } = await behindTheFirst((event) => {
      if (event.data.variant_id === 'V-BAD') throw new Error('unexpected');
      return accepted;
    });
    const answers = [send(anUpdate('E-1')), send(anUpdate('E-2', 'V-BAD')), send(anUpdate('E-3'))];
    await world.waitUntilEmpty('inventory.inventory.updated');
    release();
    await first;
    const verdicts = (await Promise.all(answers)).map((a) => (a.kind === 'answered' ? a.verdict.status : 0));
    expect(verdicts).toEqual([200, 503, 200]);
    expect(await countMarks(world.db)).toBe(3);
  });

  it('a large one is taken apart in parts: what shares none with a bad event is done together', async () => {
    const { sizes, send, first, release } = await behindTheFirst((event) => {
      if (event.data.variant_id === 'V-BAD') throw new Error('unexpected');
      return accepted;
    });
    const rest = Array.from({ length: 100 }, (_, i) =>
      send(anUpdate(`E-${i + 1}`, i === 41 ? 'V-BAD' : 'V-1')),
    );
    await world.waitUntilEmpty('inventory.inventory.updated');
    release();
    await first;
    const verdicts = (await Promise.all(rest)).map((a) => (a.kind === 'answered' ? a.verdict.status : 0));
    expect(verdicts.filter((status) => status === 200)).toHaveLength(99);
    expect(verdicts[41]).toBe(503);
    expect(await countMarks(world.db)).toBe(100);
    expect(sizes.length).toBeLessThan(40);
  });

  it("what fails in a batch, or alone, is done by its consumer's fallback", async () => {
    const plainly: string[] = [];
    const [consumer] = batching([], () => {
      throw new Error('unexpected');
    })().consumers;
    if (!consumer) throw new Error('no consumer');
    const handleOne = async (_tx: unknown, { eventId }: { eventId: string }) => {
      plainly.push(eventId);
      return accepted;
    };
    await world.startWorker(() => ({ consumers: [{ ...consumer, handleOne }] }));
    const send = await world.sender();
    const verdict = { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } };
    expect(await send(anUpdate('E-1'))).toEqual(verdict);
    expect(await Promise.all([send(anUpdate('E-2')), send(anUpdate('E-3'))])).toEqual([verdict, verdict]);
    expect(plainly.toSorted()).toEqual(['E-1', 'E-2', 'E-3']);
    expect(await world.db.eventLedger.count({ where: { status: 200 } })).toBe(3);
  });

  it('D31: the consumer is asked whether an event that the schema refuses is stored already; not one that is skipped or decided', async () => {
    const asked: unknown[] = [];
    const skipped: unknown[] = [];
    const [consumer] = batching([], () => accepted)().consumers;
    if (!consumer) throw new Error('no consumer');
    const variantOf = (data: unknown) =>
      typeof data === 'object' && data !== null && 'variant_id' in data ? data.variant_id : null;
    await world.startWorker(() => ({
      consumers: [
        {
          ...consumer,
          skipIf: (data) => (variantOf(data) === 'ours' ? { status: 200, outcome: 'skipped' } : null),
          onSkipped: async (_tx, events) => {
            skipped.push(...events);
          },
          findExisting: async (_tx, events) =>
            events.map(({ data }) => {
              asked.push(variantOf(data));
              return variantOf(data) === 'stored' ? { status: 200, outcome: 'duplicate' } : null;
            }),
        },
      ],
    }));
    const send = await world.sender();
    const invalid = (id: string, variantId: string) => {
      const event = anUpdate(id, variantId);
      return {
        ...event,
        body: Buffer.from(event.body.toString().replace(/"quantity":\d+/, '"quantity":1.5')),
      };
    };
    const duplicate = { kind: 'answered', verdict: { status: 200, outcome: 'duplicate' } };
    const stored = invalid('E-1', 'stored');
    expect(await send(stored)).toEqual(duplicate);
    expect(await send(invalid('E-2', 'ours'))).toMatchObject({ verdict: { outcome: 'skipped' } });
    expect(skipped).toMatchObject([{ shopId: 1, eventId: 'E-2', data: { variant_id: 'ours' } }]);
    expect(await send(invalid('E-3', 'new'))).toMatchObject({ verdict: { status: 422 } });
    expect(await send(anUpdate('E-4', 'new'))).toMatchObject({ verdict: { outcome: 'accepted' } });
    expect(asked).toEqual(['stored', 'new']);
    // Once decided, the ledger answers.
    expect(await send(stored)).toEqual(duplicate);
    expect(await world.db.eventLedger.count()).toBe(4);
  });
});
