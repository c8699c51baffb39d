import type { Fault } from '../chaos/private-database';
import { CLUSTER } from './cluster';
import type { Outage, Stage } from './run-outage';

/** A machine that is frozen or cut off comes back after the other has taken over. */
const FAULTS: readonly Fault[] = ['kill', 'freeze', 'kill', 'cut', 'kill'];
const SMALL_FAULTS: readonly Fault[] = ['kill'];
/** From a fault until the next event is answered `200`. */
const TAKEN_WITHIN_MS = 30_000;
/** Longer than until the other machine has taken over. */
const FAILS_MS = 40_000;
const TRADED_MS = 8_000;
const LEAST = { events: 2_000, orders: 500 };

/** Patroni moves the database's address without a person while machines fail. Then nodes of the broker fail. */
export const FAILOVER: Outage = {
  description:
    "the primary's machine is killed, frozen and cut off, and its standby takes over without a person; then a broker's node is killed, another parted",
  machines: true,
  strike: async (stage) => {
    const { hub, say, lasts, small, untilTraded } = stage;
    const before = processIds(stage);
    const figures: Record<string, number> = {};
    const faults: string[] = [];
    for (const [index, fault] of (small ? SMALL_FAULTS : FAULTS).entries()) {
      await hub.database.untilSafe();
      await lasts(TRADED_MS);
      const pauseMs = await pauseAfter(stage, fault);
      const what = `milliseconds at most without an event taken, fault ${index + 1} (${fault})`;
      figures[what] = pauseMs;
      if (pauseMs > TAKEN_WITHIN_MS) faults.push(`${what}: ${pauseMs}`);
    }
    await hub.database.untilSafe();
    const nodes = await CLUSTER.strike(stage);
    if (!small) await untilTraded(LEAST);
    if (processIds(stage) !== before) faults.push(`services were restarted: ${before}, ${processIds(stage)}`);
    say('no person did anything to the database');
    return { figures: { ...figures, ...nodes.figures }, faults, databaseUrl: hub.database.behindTheWire };
  },
};

/** @returns the longest time without an event taken, from the fault until its machine runs again */
async function pauseAfter({ hub, say, door }: Stage, fault: Fault): Promise<number> {
  door.measure();
  const machine = await hub.database.strike(fault);
  say(`${fault}: the machine ${String(machine)}, which had the primary`);
  await new Promise((resolve) => setTimeout(resolve, FAILS_MS));
  await hub.database.recover();
  const pauseMs = door.measure();
  say(`${machine} runs again; ${pauseMs} ms at most without an event taken`);
  return pauseMs;
}

const processIds = ({ hub }: Stage): string =>
  hub
    .processes()
    .map(({ service, pid }) => `${service} ${pid}`)
    .join(', ');
