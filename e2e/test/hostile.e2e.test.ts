import { freePort } from '@hub/cli';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { heapOfProduction } from '../trials/hostile/memory-watch';
import { runHostile } from '../trials/hostile/run-hostile';
import { openWorld, type World } from './support/open-world';

describe('D36: stores that answer hostile things, and hammered addresses', () => {
  let doorPort: number;
  let world: World;
  beforeAll(async () => {
    doorPort = await freePort();
    const door = { DOOR_URL: `http://127.0.0.1:${doorPort}` };
    world = await openWorld({ env: { LOG_LEVEL: 'warn', ...door, ...heapOfProduction() } });
  }, 320_000);
  afterAll(async () => {
    await world?.close();
  }, 60_000);

  it('end no service, take no more memory than its pod has, and hold up no other shop', async () => {
    const { faults, statuses, given } = await runHostile(world, {
      seed: 1,
      seconds: 6,
      atOnce: 40,
      doorPort,
    });
    expect(faults).toEqual([]);
    expect(Object.keys(given).length).toBeGreaterThan(3);
    expect(Object.keys(statuses).toSorted()).toEqual([
      'desk',
      'door',
      'events of hostile-1',
      'events of hostile-2',
      'events of hostile-3',
    ]);
  }, 180_000);
});
