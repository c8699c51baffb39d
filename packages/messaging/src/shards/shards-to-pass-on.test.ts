import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shardsToPassOn, type ReceivedShard } from './shards-to-pass-on';

const NOW = 1_000_000;

/** Shards that a copy has, the first one for longest; all of them deliver. */
const received = (...queues: string[]): ReceivedShard[] =>
  queues.map((queue, index) => ({
    queue,
    firstAt: NOW - 60_000 + index,
    lastAt: NOW - 10,
    deliveries: 2,
  }));

describe('the shards that a copy passes on', () => {
  it('are those beyond its share, the last to come first', () => {
    expect(shardsToPassOn(received('a', 'b', 'c'), { shards: 4, copies: 2 }, NOW)).toEqual(['c']);
    expect(shardsToPassOn(received('a', 'b', 'c', 'd'), { shards: 4, copies: 3 }, NOW)).toEqual(['d', 'c']);
  });

  it('are none where it has its share or less, is alone, or is counted by nobody', () => {
    expect(shardsToPassOn(received('a', 'b'), { shards: 4, copies: 2 }, NOW)).toEqual([]);
    expect(shardsToPassOn(received('a', 'b'), { shards: 3, copies: 2 }, NOW)).toEqual([]);
    expect(shardsToPassOn(received('a', 'b', 'c'), { shards: 3, copies: 1 }, NOW)).toEqual([]);
    expect(shardsToPassOn(received('a', 'b', 'c'), { shards: 3, copies: 0 }, NOW)).toEqual([]);
    expect(shardsToPassOn([], { shards: 3, copies: 3 }, NOW)).toEqual([]);
  });

  it('shards that have been idle for ten seconds weigh nothing', () => {
    const [first, ...others] = received('a', 'b', 'c');
    if (!first) throw new Error('no shard');
    const idle = { ...first, lastAt: NOW - 10_000 };
    expect(shardsToPassOn([idle, ...others], { shards: 4, copies: 2 }, NOW)).toEqual([]);
    expect(shardsToPassOn([first, ...others], { shards: 4, copies: 2 }, NOW)).toEqual(['c']);
  });

  it('nor does one that brought a single message, as it does to each copy in turn', () => {
    const given = received('a', 'b', 'c').map((one) => ({ ...one, deliveries: one.queue === 'b' ? 1 : 9 }));
    expect(shardsToPassOn(given, { shards: 4, copies: 2 }, NOW)).toEqual([]);
  });
});

/** Copies, and for each shard the line in which they wait for it: the first one has it. */
interface Lines {
  copies: number;
  lines: number[][];
}

const anyLines: fc.Arbitrary<Lines> = fc
  .record({ copies: fc.integer({ min: 1, max: 6 }), shards: fc.integer({ min: 1, max: 16 }) })
  .chain(({ copies, shards }) => {
    const all = Array.from({ length: copies }, (_, copy) => copy);
    const line = fc.shuffledSubarray(all, { minLength: copies });
    return fc.record({
      copies: fc.constant(copies),
      lines: fc.array(line, { minLength: shards, maxLength: shards }),
    });
  });

const hasOf = (lines: number[][], copy: number) =>
  lines.flatMap(([first], shard) => (first === copy ? String(shard) : []));

const everyCopy = (copies: number, holds: (copy: number) => boolean) =>
  Array.from({ length: copies }, (_, copy) => copy).every(holds);

describe('copies that look again and again', () => {
  it('come to have their share each, from any start and in any order, and then pass nothing on', () => {
    fc.assert(
      fc.property(anyLines, fc.infiniteStream(fc.nat()), ({ copies, lines: start }, order) => {
        const lines = start.map((line) => [...line]);
        const cameAt = new Map(lines.map((_, shard) => [shard, shard]));
        const share = Math.ceil(lines.length / copies);
        // Each that is passed on more often than there are copies has come to one with room.
        const most = lines.length * lines.length * copies;
        let passed = 0;
        let first = 0;
        // In turn, from a copy drawn at random each round: none looks never.
        for (let looks = 0; looks < most * copies; looks += 1) {
          if (looks % copies === 0) first = order.next().value ?? 0;
          const copy = (first + looks) % copies;
          const own = hasOf(lines, copy);
          const given = own.map((queue) => {
            const firstAt = cameAt.get(Number(queue)) ?? 0;
            return { queue, firstAt, lastAt: NOW, deliveries: 2 };
          });
          const next = shardsToPassOn(given, { shards: lines.length, copies }, NOW);
          expect(next).toHaveLength(Math.max(0, own.length - share));
          for (const queue of next) {
            const line = lines[Number(queue)] ?? [];
            line.push(...line.splice(0, 1));
            passed += 1;
            cameAt.set(Number(queue), lines.length + passed);
          }
          if (everyCopy(copies, (each) => hasOf(lines, each).length <= share)) break;
        }
        expect(passed).toBeLessThanOrEqual(most);
        expect(everyCopy(copies, (each) => hasOf(lines, each).length <= share)).toBe(true);
      }),
    );
  });
});
