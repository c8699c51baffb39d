import { setTimeout as wait } from 'node:timers/promises';
import type { PrivateDatabase } from '../chaos/private-database';
import { ask } from './ask';
import type { Outage, Stage } from './run-outage';

/** Room for the database, its log and what is traded; a server writes its log in files of 16 MB. */
const DISK_MB = 400;
const FULL_MS = 30_000;
const TRADED_MS = 8_000;
/** A server that has recovered by then needs nobody. */
const RECOVERS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 500;
const MOST_LOG_FILES = 100;

/** The disks of the database and of the broker fill up, one after the other. */
export const DISK: Outage = {
  description: "the database's disk fills up, then the broker raises the alarm of a full disk",
  diskMb: DISK_MB,
  strike: async (stage) => {
    const { hub, say, door } = stage;
    await hub.database.fillDisk();
    say("the database's disk is full");
    const takenByDatabase = await whileFull(door);
    const filesUsed = await useUpLog(hub.database);
    say(`nor is there room for its log, after ${filesUsed} files of it: it ends every session`);
    await wait(TRADED_MS);
    await hub.database.freeDisk();
    const startedAgain = await startWhereItEnded(hub.database);
    say(`the database's disk has room again${startedAgain ? '; it had ended, and is started again' : ''}`);
    await wait(TRADED_MS);
    await hub.broker.raiseAlarm('disk');
    say('the broker takes no message, for its disk is full');
    const takenByBroker = await whileFull(door);
    await hub.broker.endAlarm();
    say("the broker's disk has room again");
    return {
      figures: {
        "events answered 200 while the database's disk was full": takenByDatabase,
        'databases that ended, and were started again': startedAgain ? 1 : 0,
        "events answered 200 during the broker's alarm": takenByBroker,
      },
      databaseUrl: hub.database.behindTheWire,
    };
  },
};

async function whileFull(door: Stage['door']): Promise<number> {
  const before = door.taken;
  await wait(FULL_MS);
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

/** @returns whether it had to be: a server that cannot write its log ends, and cannot recover on a full disk either */
async function startWhereItEnded(database: PrivateDatabase): Promise<boolean> {
  const deadline = Date.now() + RECOVERS_WITHIN_MS;
  while (Date.now() < deadline) {
    try {
      await ask(database.behindTheWire, 'SELECT 1');
      return false;
    } catch {
      await wait(LOOK_EVERY_MS);
    }
  }
  await database.startAgain();
  return true;
}
