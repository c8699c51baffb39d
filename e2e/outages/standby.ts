import { eventually } from '@hub/testing';
import { z } from 'zod';
import { PrivateDatabase } from '../chaos/private-database';
import { ask } from './ask';
import type { Outage, Stage } from './run-outage';

/** Over every limit of a service for a database that answers late. */
const STANDBY_AWAY_MS = 45_000;
const TRADED_MS = 8_000;
/** A standby that comes back has what it missed within seconds. */
const FOLLOWS_WITHIN = { timeoutMs: 180_000, everyMs: 100 };

const Promoted = z.tuple([z.object({ promoted: z.boolean() })]);
const Following = z.tuple([z.object({ state: z.string() })]);

/** The primary is killed under load, and its synchronous standby replaces it. */
export const STANDBY: Outage = {
  description: 'a synchronous standby stops and returns; the primary is killed, and the standby promoted',
  strike: async (stage) => {
    const { hub, say, closeLater, door, lasts } = stage;
    const primary = hub.database;
    const standby = await PrivateDatabase.start({ durable: true, standbyOf: primary.behindTheWire });
    closeLater(() => standby.close());
    await ask(primary.behindTheWire, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await ask(primary.behindTheWire, 'SELECT pg_reload_conf()');
    await untilSynchronous(primary);
    say('a standby has every commit before it is answered');
    await lasts(TRADED_MS);
    await standby.stop();
    say('the standby is stopped: nothing is committed');
    const takenBefore = door.taken;
    await lasts(STANDBY_AWAY_MS);
    const takenMeanwhile = door.taken - takenBefore;
    await standby.startAgain();
    await untilSynchronous(primary);
    say('the standby is back');
    await lasts(TRADED_MS);
    const killedAt = Date.now();
    await promote(stage, standby);
    return {
      figures: {
        'events answered 200 while the standby was stopped': takenMeanwhile,
        'milliseconds from the kill until the address led to the standby': Date.now() - killedAt,
      },
      databaseUrl: standby.behindTheWire,
    };
  },
};

/** The primary is killed, and a supervisor of the servers promotes the standby. */
async function promote({ hub, say }: Stage, standby: PrivateDatabase): Promise<void> {
  await hub.database.kill();
  await untilPromoted(standby);
  // It was copied before the primary was configured to wait for a standby, so it waits for none.
  hub.database.wire.repair(standby.behindTheWire);
  say('the primary was killed, its standby is promoted, and its address leads there');
}

/** Promoting twice is promoting once; each call waits as long as the server does by default. */
async function untilPromoted(standby: PrivateDatabase): Promise<void> {
  await eventually(async () => {
    const text = 'SELECT NOT pg_is_in_recovery() OR pg_promote() AS promoted';
    const [{ promoted }] = Promoted.parse(await ask(standby.behindTheWire, text));
    if (!promoted) throw new Error('the standby is not promoted');
  }, FOLLOWS_WITHIN);
}

async function untilSynchronous(primary: PrivateDatabase): Promise<void> {
  await eventually(async () => {
    const rows = await ask(primary.behindTheWire, 'SELECT sync_state AS state FROM pg_stat_replication');
    const [{ state }] = Following.parse(rows);
    if (state !== 'sync') throw new Error(`the standby is ${state}`);
  }, FOLLOWS_WITHIN);
}
