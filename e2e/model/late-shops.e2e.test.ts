import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LateNetwork } from './support/late/late-network';

/** Some in every run; ten thousand where it is asked for. */
const ORDERS = Number(process.env['LATE_ORDERS'] ?? 120);
const ORDER_MS = 500 * Number(process.env['HUB_TEST_PATIENCE'] ?? 1);
const STARTING_MS = 120_000;
jest.setTimeout(ORDERS * ORDER_MS + STARTING_MS);

let network: LateNetwork;
beforeAll(async () => {
  network = await LateNetwork.open({ orders: ORDERS, seed: 20_261_128 });
}, STARTING_MS);
afterAll(() => network?.close());

describe(`${ORDERS} orders at shops that ship late, name days, pause and come back, in simulated time (D38)`, () => {
  it('each late one is seen by its shop and the desk as soon as its time is over, and no mail comes twice a day', async () => {
    await network.play();
    expect(network.faults.slice(0, 10)).toEqual([]);
    expect(network.counts.late).toBeGreaterThan(0);
    expect(network.counts.takenBack).toBeGreaterThan(0);
    expect(network.counts.promised).toBeGreaterThan(0);
    expect(network.counts.mails).toBeGreaterThan(0);
  });

  it('every line ends shipped or closed, by one shop', async () => {
    expect(await network.openLines()).toEqual([]);
    expect(await network.linesShippedTwice()).toEqual([]);
  });
});
