import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { z } from 'zod';
import type { Chance } from '@hub/testing';
import type { Hub } from './hub';

/** Something that happens to the system while the trade goes on; resolves once it is over. */
export interface Disaster {
  name: string;
  strike(hub: Hub, chance: Chance): Promise<void>;
}

/** How long a lasting disaster lasts: longer than every wait for a slow broker or database. */
const LASTS_MS = 7_000;
/** SQLSTATE of a server that takes no more connections. */
const TOO_MANY_CONNECTIONS = '53300';

/** Every kind of disaster there is. */
export const DISASTERS: readonly Disaster[] = [
  {
    name: 'services are killed',
    strike: async (hub, chance) => {
      for (let count = 0; count < 3; count += 1) {
        signal(chance.pick(hub.processes()).pid, 'SIGKILL');
        await wait(chance.between(100, 2_000));
      }
    },
  },
  {
    name: 'services stand still',
    strike: async (hub, chance) => {
      const processes = hub.processes();
      const frozen = [chance.pick(processes), chance.pick(processes)];
      for (const { pid } of frozen) signal(pid, 'SIGSTOP');
      await wait(LASTS_MS);
      for (const { pid } of frozen) signal(pid, 'SIGCONT');
    },
  },
  {
    name: 'every service is restarted, one after the other',
    strike: async (hub) => {
      for (const { pid } of hub.processes()) {
        signal(pid, 'SIGTERM');
        await wait(500);
      }
    },
  },
  {
    name: 'the broker is restarted',
    strike: async ({ broker, brokerWire }) => {
      await broker.stop();
      brokerWire.cut();
      await wait(2_000);
      brokerWire.repair((await broker.startAgain()) ?? undefined);
    },
  },
  {
    name: 'the broker raises a memory alarm',
    strike: async ({ broker }) => {
      await broker.raiseAlarm();
      await wait(LASTS_MS);
      await broker.endAlarm();
    },
  },
  {
    name: 'the broker vanishes without a word',
    strike: async ({ brokerWire }) => {
      brokerWire.mute();
      await wait(LASTS_MS);
    },
  },
  {
    name: 'the database is restarted',
    strike: async ({ database }) => {
      await database.stop();
      await wait(2_000);
      await database.startAgain();
    },
  },
  {
    name: 'the database takes no writes',
    strike: async ({ database }) => {
      await setReadOnly(database.behindTheWire, true);
      await wait(LASTS_MS);
      await setReadOnly(database.behindTheWire, false);
    },
  },
  {
    name: 'the database takes no more connections',
    strike: async ({ database }) => {
      const taken = await takeConnections(database.behindTheWire);
      // Open connections are kept: let the services ask for new ones.
      await endOthers(taken);
      await wait(LASTS_MS);
      await Promise.all(taken.map((client) => client.end()));
    },
  },
  {
    name: 'the database vanishes without a word',
    strike: async ({ database }) => {
      database.wire.mute();
      await wait(LASTS_MS);
    },
  },
];

/** A process that has ended meanwhile is restarted automatically. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = await connected(url);
  try {
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}

async function takeConnections(url: string): Promise<Client[]> {
  const taken: Client[] = [];
  for (;;) {
    try {
      taken.push(await connected(url));
    } catch (error) {
      if (error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS) return taken;
      throw error;
    }
  }
}

/** Ends half of the services' sessions, and takes what becomes free. */
async function endOthers(taken: Client[]): Promise<void> {
  await taken[0]?.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid % 2 = 0 AND pid <> ALL($1::int[])`,
    [await pidsOf(taken)],
  );
}

async function pidsOf(clients: readonly Client[]): Promise<number[]> {
  const pids = clients.map(async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    return z.tuple([z.object({ pid: z.int() })]).parse(rows)[0].pid;
  });
  return Promise.all(pids);
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
