import { InventoryUpdated, refusal } from '@hub/contract';
import { anEnvelope, anInventoryUpdate, eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decided, eventBatchConsumer, type EventEnd, type EventInput } from '../src';
import { countMarks, FrameWorld, leaveMark, type SentEvent } from './frame-world';

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

const accepted = decided({ status: 200, outcome: 'accepted' });
type Update = EventInput<InventoryUpdated>;

/** A worker that handles what arrived together, leaving a mark for each event. */
function batching(
  sizes: number[],
  end: (event: Update) => EventEnd,
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
          const ends: EventEnd[] = [];
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

describe('event batches', () => {
  it('what arrives while a batch is under way is handled together, each with its own verdict', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const sizes: number[] = [];
    const unknown = decided(refusal('unknown_variant', 'no such variant', 'data.variant_id'));
    const end = (event: Update) => (event.data.variant_id === 'V-2' ? unknown : accepted);
    await world.startWorker(batching(sizes, end, gate));
    const send = await world.sender();
    const first = send(anUpdate('E-0'));
    await eventually(() => expect(sizes).toEqual([1]));
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
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const sizes: number[] = [];
    await world.startWorker(batching(sizes, () => accepted, gate));
    const send = await world.sender();
    const first = send(anUpdate('E-0'));
    await eventually(() => expect(sizes).toEqual([1]));
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

  it('a batch that fails is done one by one: one bad event takes no other with it', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const sizes: number[] = [];
    const end = (event: Update) => {
      if (event.data.variant_id === 'V-BAD') throw new Error('unexpected');
      return accepted;
    };
    await world.startWorker(batching(sizes, end, gate));
    const send = await world.sender();
    const first = send(anUpdate('E-0'));
    await eventually(() => expect(sizes).toEqual([1]));
    const answers = [send(anUpdate('E-1')), send(anUpdate('E-2', 'V-BAD')), send(anUpdate('E-3'))];
    await world.waitUntilEmpty('inventory.inventory.updated');
    release();
    await first;
    const verdicts = (await Promise.all(answers)).map((a) => (a.kind === 'answered' ? a.verdict.status : 0));
    expect(verdicts).toEqual([200, 503, 200]);
    expect(await countMarks(world.db)).toBe(3);
  });
});
