import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Fault, PROMISES } from '../alerts/fault';
import { FAULTS_OF_PARTS } from '../alerts/faults-of-parts';
import { FAULTS_OF_WORK } from '../alerts/faults-of-work';
import { watchFault } from '../alerts/watch-fault';
import { openWatchedHub, type WatchedHub } from '../alerts/watched-hub';

/** What a machine that runs other tests beside this one may do by itself. */
const BUSY = [...PROMISES, 'HubServiceDown', 'HubConnectionsShort', 'HubMessagesWait'];

let hub: WatchedHub;
beforeAll(async () => {
  hub = await openWatchedHub();
}, 300_000);
afterAll(async () => {
  await hub?.close();
}, 60_000);

describe('a real Prometheus and Alertmanager watch a hub that is broken (all faults: `npm run trial:alerts`)', () => {
  const small = ['one of two copies is killed', 'messages fail permanently'];
  const faults = [...FAULTS_OF_PARTS, ...FAULTS_OF_WORK].filter(({ name }) => small.includes(name));

  it.each<Fault>(faults)(
    '$name: its alerts fire, reach their people and are called off, and no other fires',
    async (fault) => {
      const { fired, faults: wrong } = await watchFault(hub, { ...fault, may: BUSY });
      expect(wrong).toEqual([]);
      expect([...fired.keys()]).toEqual(expect.arrayContaining([...fault.fires]));
    },
    600_000,
  );
});
