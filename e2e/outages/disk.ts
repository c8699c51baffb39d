import { setTimeout as wait } from 'node:timers/promises';
import type { PrivateBroker } from '@hub/testing';
import type { PrivateDatabase } from '../chaos/private-database';
import { ask } from './ask';
import type { Outage, Stage } from './run-outage';

/** Room for the database, its log and what is traded; a server writes its log in files of 16 MB. */
const DATABASE_MB = 400;
/** Room for the broker's own files, its logs and what waits; below 100 MB it takes no message. */
const BROKER_MB = 500;
const FULL_MS = 30_000;
const TRADED_MS = 8_000;
/** A server that has recovered by then needs no operator. */
const RECOVERS_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 500;
const MOST_LOG_FILES = 100;

/** The disks of the database and of the broker fill up, one after the other. */
export const DISK: Outage = {
  description: "the database's disk fills up, then the broker's",
  disks: { databaseMb: DATABASE_MB, brokerMb: BROKER_MB },
  strike: async (stage) => {
    const { hub, say, lasts } = stage;
    await hub.database.fillDisk();
    say("the database's disk is full");
    const takenByDatabase = await whileFull(stage);
    const filesUsed = await useUpLog(hub.database);
    say(`nor is there room for its log, after ${filesUsed} files of it: it ends every session`);
    await lasts(TRADED_MS);
    await hub.database.freeDisk();
    const databaseStarted = await startWhereItEnded({
      works: () => ask(hub.database.behindTheWire, 'SELECT 1'),
      start: () => hub.database.startAgain(),
    });
    say(`the database's disk has room again${databaseStarted ? '; it had ended, and is started again' : ''}`);
    await lasts(TRADED_MS);
    await hub.broker.fillDisk();
    say("the broker's disk is full");
    const takenByBroker = await whileFull(stage);
    await hub.broker.freeDisk();
    const brokerStarted = await startWhereItEnded({
      works: () => takesMessages(hub.broker),
      start: () => startBrokerAgain(stage),
    });
    say(`the broker's disk has room again${brokerStarted ? '; it had ended, and is started again' : ''}`);
    return {
      figures: {
        "events answered 200 while the database's disk was full": takenByDatabase,
        'databases that ended, and were started again': databaseStarted ? 1 : 0,
        "events answered 200 while the broker's disk was full": takenByBroker,
        'brokers that ended, and were started again': brokerStarted ? 1 : 0,
      },
      databaseUrl: hub.database.behindTheWire,
    };
  },
};

async function whileFull({ door, lasts }: Stage): Promise<number> {
  const before = door.taken;
  await lasts(FULL_MS);
  return door.taken - before;
}

/**
 * Until it needs a file of its log that the disk has no room for.
 * @returns how many it still had
 */
async function useUpLog(database: PrivateDatabase): Promise<number> {
  for (let files = 0; files < MOST_LOG_FILES; files += 1)
    try {
      await ask(database.behindTheWire, "SELECT pg_logical_emit_message(true, 'drill', 'a record')");
      await ask(database.behindTheWire, 'SELECT pg_switch_wal()');
    } catch {
      return files;
    }
  throw new Error(`the log has ${MOST_LOG_FILES} files and more on a full disk`);
}

/** A server whose disk was full. */
interface Server {
  /** Rejects where it does not. */
  works: () => Promise<unknown>;
  start: () => Promise<void>;
}

/** @returns whether it had to be: a server that cannot write its log ends, and cannot recover on a full disk either */
async function startWhereItEnded({ works, start }: Server): Promise<boolean> {
  const deadline = Date.now() + RECOVERS_WITHIN_MS;
  while (Date.now() < deadline) {
    try {
      await works();
      return false;
    } catch {
      await wait(LOOK_EVERY_MS);
    }
  }
  await start();
  return true;
}

/** Rejects where it runs no more, has an alarm, or a queue of it has no leader. */
async function takesMessages(broker: PrivateBroker): Promise<void> {
  await broker.diagnose('check_local_alarms');
  const columns = ['name', 'type', 'leader', '--no-table-headers'];
  const printed = await broker.control('list_queues', '--vhost', 'private', ...columns);
  const lost = printed.split('\n').filter((line) => line.includes('quorum') && !line.includes('@'));
  if (lost.length > 0) throw new Error(`${lost.length} queues have no leader`);
}

async function startBrokerAgain({ hub }: Stage): Promise<void> {
  await hub.broker.stop();
  const url = await hub.broker.startAgain();
  if (url === null) throw new Error('the broker does not start again');
  hub.brokerWire.cut();
  hub.brokerWire.repair(url);
}
