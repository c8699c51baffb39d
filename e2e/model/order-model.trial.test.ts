import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { orderViolations } from './support/order-invariants';
import { settle } from './support/settle';
import { Stage } from './support/stage';
import { aTimeline, type Step } from './support/steps';
import { stockViolations } from './support/stock-invariants';
import { Scenario } from './support/scenario';
import { reportViolations } from './support/report-invariants';
import { readReferenceModel } from './support/reference-model';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 30);
/** A scenario takes a few seconds; where one fails, shrinking it takes as long again. */
const SCENARIO_MS = 8_000;
const STARTING_MS = 60_000;
jest.setTimeout(RUNS * SCENARIO_MS * 2 + STARTING_MS);

/** Scenarios that once ended badly: played first. */
const KNOWN: Step[][] = [
  // One shop has stopped, its answer is lost and the next one a 401; the other shop has shipped (D12, D18).
  [
    { do: 'fault', pick: 0, call: 'POST /cancel', fault: 'lost after, then unauthorized', times: 1 },
    { do: 'fault', pick: 1, call: 'POST /cancel', fault: 'slow', times: 1 },
    {
      do: 'sell',
      lines: [
        { article: 0, quantity: 3 },
        { article: 1, quantity: 3 },
      ],
      own: false,
    },
    { do: 'wait', ms: 400 },
    { do: 'ship unseen, cancel', pick: 1 },
    { do: 'wait', ms: 400 },
  ],
  // The store has the order and says that it has not: cancelled, it may be reported to no one as stopped (D18).
  [
    { do: 'fault', pick: 3, call: 'POST /orders', fault: 'lost after, then denied', times: 1 },
    { do: 'sell', lines: [{ article: 0, quantity: 2 }], own: false },
    { do: 'wait', ms: 400 },
    { do: 'cancel order', pick: 0 },
    { do: 'wait', ms: 400 },
  ],
  // The same, and its lines are routed elsewhere while the parcel leaves.
  [
    { do: 'fault', pick: 3, call: 'POST /orders', fault: 'lost after, then conflict', times: 1 },
    { do: 'sell', lines: [{ article: 0, quantity: 2 }], own: false },
    { do: 'wait', ms: 400 },
    { do: 'support re-routes', pick: 0 },
    { do: 'ship', pick: 0, part: false },
    { do: 'wait', ms: 120 },
  ],
];

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('an order, whatever its shops, their stores and our workers do', () => {
  it('ends the same for everyone, and reports its end to each once', async () => {
    await fc.assert(
      fc.asyncProperty(aTimeline, async (steps) => expect(await play(steps)).toEqual([])),
      {
        numRuns: RUNS,
        examples: KNOWN.map((steps) => [steps]),
        interruptAfterTimeLimit: RUNS * SCENARIO_MS,
      },
    );
  });
});

/** @returns what is wrong in the end */
async function play(steps: readonly Step[]): Promise<string[]> {
  const scenario = await Scenario.begin(stage);
  for (const step of steps) await scenario.take(step);
  const unfinished = await settle(scenario);
  if (unfinished.length > 0) return unfinished;
  // A message that a killed handler left is delivered again after a second: it changes nothing, or succeeds.
  const violations = async () => {
    const model = await readReferenceModel(scenario);
    return [
      ...orderViolations(scenario, model),
      ...(await reportViolations(scenario, model)),
      ...stockViolations(scenario, model),
    ];
  };
  try {
    await eventually(async () => expect(await violations()).toEqual([]), { timeoutMs: 3_000, everyMs: 100 });
    return [];
  } catch {
    return violations();
  } finally {
    await closeWaitingLines(scenario);
  }
}

/** Support closes what still waits, so that no sweep tries it again in later scenarios. */
async function closeWaitingLines({ orderIds }: Scenario): Promise<void> {
  await stage.db.orderLine.updateMany({
    where: { order: { orderId: { in: orderIds } }, state: 'waiting' },
    data: { state: 'unfulfillable', waitingReason: null },
  });
}
