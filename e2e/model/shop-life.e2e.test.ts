import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Life } from './support/life/life';
import { lifeFaults, wrongPayouts } from './support/life/life-faults';
import { aLife, type LifePlan } from './support/life/life-steps';
import { KNOWN_LIVES } from './support/life/known-lives';
import { PacedHub } from './support/life/paced-hub';

const RUNS = Number(process.env['LIFE_RUNS'] ?? 20);
/** The plan of one life, as a failure prints it under `Counterexample`, without the outer brackets: played alone. */
const ONE = process.env['LIFE_PLAN'];
/** A life takes a few seconds, on a busy machine many. Shrinking one that fails takes as long again. */
const LIFE_MS = 60_000 * Number(process.env['HUB_TEST_PATIENCE'] ?? 1);
const STARTING_MS = 60_000;
jest.setTimeout(RUNS * LIFE_MS * 2 + STARTING_MS);

const lives = ONE === undefined ? aLife : fc.constant<LifePlan>(JSON.parse(ONE));
let hub: PacedHub;
beforeAll(async () => {
  hub = await PacedHub.open();
});
afterAll(() => hub.close());

describe('a shop that joins, trades, rehearses, is interrupted, leaves and comes back, and its neighbours', () => {
  it('shows the right figures at every store once all three have joined', async () => {
    const life = await Life.join(hub);
    expect(await lifeFaults(life)).toEqual([]);
    await life.stop();
  });

  it(`shows the right figures at every store at rest, and gives each accepted event its effect, in ${RUNS} random lives`, async () => {
    const examples = ONE === undefined ? KNOWN_LIVES : [];
    await fc.assert(
      fc.asyncProperty(lives, async (plan) => expect(await play(plan)).toEqual([])),
      {
        numRuns: ONE === undefined ? examples.length + RUNS : 1,
        examples: examples.map((plan): [LifePlan] => [plan]),
        interruptAfterTimeLimit: RUNS * LIFE_MS,
        markInterruptAsFailure: true,
      },
    );
  });
});

/** @returns what is wrong, when it is first seen */
async function play(plan: LifePlan): Promise<string[]> {
  const life = await Life.begin(hub, plan);
  try {
    for (const step of plan.steps) {
      await life.take(step);
      const faults = step.do === 'rest' ? await lifeFaults(life) : life.faults;
      if (faults.length > 0) return faults;
    }
    await life.end();
    return [...(await lifeFaults(life)), ...(await wrongPayouts(life))];
  } finally {
    await life.stop();
  }
}
