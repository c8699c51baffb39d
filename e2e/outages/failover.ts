import type { Fault } from '../chaos/private-database';
import { ask } from './ask';
import { CLUSTER } from './cluster';
import { judgeRecoveries, judgeTakeovers, judgeTraded, type Takeover } from './judge-failover';
import type { Outage, Stage } from './run-outage';

/** A machine that is frozen or cut off comes back after the other has taken over. */
const FAULTS: readonly Fault[] = ['kill', 'freeze', 'kill', 'cut', 'kill'];
const SMALL_FAULTS: readonly Fault[] = ['kill'];
/** Longer than until the other machine has taken over. */
const FAILS_MS = 40_000;
const TRADED_MS = 8_000;
const LEAST = { events: 2_000, orders: 500 };
/** After all faults, stores trade on until they have traded enough. */
const TRADED_WITHIN_MS = 10 * 60_000;

/** Patroni moves the database's address without a person while machines fail. Then nodes of the broker fail. */
export const FAILOVER: Outage = {
  description:
    "the primary's machine is killed, frozen and cut off, and its standby takes over without a person; then a broker's node is killed, another parted",
  machines: true,
  strike: async (stage) => {
    const { hub, say, lasts, small, untilTraded } = stage;
    say(await versions(stage));
    const before = processIds(stage);
    const takeovers: Takeover[] = [];
    await hub.database.untilSafe();
    await lasts(TRADED_MS);
    for (const [index, fault] of (small ? SMALL_FAULTS : FAULTS).entries())
      takeovers.push(await takeoverAfter(stage, { fault, number: index + 1 }));
    const nodes = await CLUSTER.strike(stage);
    const least = small ? { events: 0, orders: 0 } : LEAST;
    const traded = await untilTraded(least, TRADED_WITHIN_MS);
    const after = processIds(stage);
    const { figures, faults } = judgeRecoveries(takeovers);
    return {
      figures: { ...figures, ...nodes.figures },
      faults: [
        ...faults,
        ...(nodes.faults ?? []),
        ...judgeTakeovers(takeovers),
        ...judgeTraded(traded, least),
        ...(after === before ? [] : [`services were restarted: ${before}, then ${after}`]),
      ],
      databaseUrl: hub.database.behindTheWire,
    };
  },
};

/** Strikes the machine of the primary, and watches until it is a standby that has every commit. */
async function takeoverAfter(
  stage: Stage,
  { fault, number }: { fault: Fault; number: number },
): Promise<Takeover> {
  const { hub, say, door, lasts } = stage;
  door.measure();
  const machine = await hub.database.strike(fault);
  say(`${fault}: the machine ${machine}, which had the primary`);
  await new Promise((resolve) => setTimeout(resolve, FAILS_MS));
  const successor = await hub.database.primary();
  await hub.database.recover();
  await hub.database.untilSafe();
  await lasts(TRADED_MS);
  const pauseMs = door.measure();
  say(`${machine} runs again, ${successor} has the primary; ${pauseMs} ms at most without an event taken`);
  return { fault: `fault ${number} (${fault})`, machine, successor, pauseMs };
}

async function versions({ hub }: Stage): Promise<string> {
  const [row] = await ask(hub.database.behindTheWire, 'SHOW server_version');
  const broker = await hub.broker.control('version');
  return `Node.js ${process.version}, PostgreSQL ${Object.values(row ?? {}).join()}, RabbitMQ ${broker.trim()}`;
}

const processIds = ({ hub }: Stage): string =>
  hub
    .processes()
    .map(({ service, pid }) => `${service} ${pid}`)
    .join(', ');
