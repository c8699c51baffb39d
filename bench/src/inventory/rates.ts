import { print } from '../benchmark';
import type { CpuAccounts } from '../cpu-accounts';
import { quantile } from '../load';
import type { RunningFloor } from '../start-floor';
import type { RunningService } from '../start-services';
import type { Stores } from '../start-stores';
import { stockEvents } from '../stock-events';
import type { Pairs } from './pairs';
import { measurePath, type WholePath } from './whole-path';

const [ROUNDS, SECONDS, WARM_UP_SECONDS] = [3, 4, 3];

/** The programs that run during the measurement. */
export interface Measuring {
  stores: Stores;
  cpu: CpuAccounts;
  floor: RunningFloor;
  ingress: RunningService;
  worker: RunningService;
}

/** Measures floor and hub in turn, then the hub at half its rate. */
export async function compareRates(
  measuring: Measuring,
  { title, pairs, connections }: { title: string; pairs: Pairs; connections: number },
): Promise<void> {
  const { floor, hub } = pathsOf(measuring, pairs);
  print(`${title}, ${connections} connections`);
  for (const path of [floor, hub])
    await measurePath(path, { connections, seconds: WARM_UP_SECONDS, silent: true }, measuring);
  const load = { connections, seconds: SECONDS };
  const rounds: { floor: number; hub: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const below = await measurePath(floor, load, measuring);
    const ours = await measurePath(hub, load, measuring);
    rounds.push({ floor: below.perSecond, hub: ours.perSecond });
  }
  const ratios = rounds.map((round) => round.hub / round.floor);
  print(`hub / floor = ${quantile(ratios, 0.5).toFixed(2)} (median of ${ROUNDS} rounds; target: 1)`);
  const rates = rounds.map((round) => round.hub);
  const half = quantile(rates, 0.5) / 2;
  print(`at half that rate, ${half.toFixed(0)} events/s (target: answers' p99 under 100 ms)`);
  await measurePath(hub, { ...load, perSecond: half }, measuring);
  print();
}

function pathsOf({ floor, ingress }: Measuring, pairs: Pairs): { floor: WholePath; hub: WholePath } {
  const ofFloor = stockEvents({
    path: '/',
    secret: floor.secret,
    locationId: '1001',
    variantIds: pairs.variantIds.flat(),
  });
  return {
    floor: { name: 'floor', port: floor.port, next: ofFloor.next, takeSent: ofFloor.take },
    hub: { name: 'hub', port: ingress.port, next: pairs.next, takeSent: pairs.takeSent },
  };
}
