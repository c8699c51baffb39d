import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@hub/cli';
import { allQueues, queueNames } from '@hub/messaging';
import { createTestDatabase, holdE2eBroker, purgeBroker } from '@hub/testing';
import { describe, expect, it } from '@jest/globals';
import { DEMONSTRATION, runProgram } from './support/run-program';
import { servicesEnv } from './support/services-env';

describe('npm start -- --once --trouble', () => {
  it('shows the journey of an order to its end, then five problems that the desk lists, exit 0', async () => {
    const broker = await holdE2eBroker();
    const database = await createTestDatabase();
    const logs = await mkdtemp(join(tmpdir(), 'hub-demonstration-'));
    await purgeBroker(broker.amqpUrl, queueNames(allQueues()));
    const [ingressPort, supportPort] = [await freePort(), await freePort()];
    const { amqpUrl } = broker;
    const env = servicesEnv({ databaseUrl: database.url, amqpUrl, ingressPort, supportPort });
    try {
      const shown = await runProgram(DEMONSTRATION, { args: ['--once', '--trouble', '--logs', logs], env });

      expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
      for (const said of [
        /Suomi Retki receives 2 more/,
        /yes {2}Nordic Outdoor, Stockholm: 522 km away, \d+ free {2}<- chosen: the nearest/,
        /payout: \(129 price - 12\.9 discount\) without 25 % VAT x 70 % split = 65\.02 EUR/,
        /PUT \/orders\/\{order_id\}\/tracking to Dansk Friluft: PostNord PN\d+/,
        /answers 200 stopped/,
        /POST \/returns to Dansk Friluft: its return/,
        /Every step succeeded/,
        /1 paid line was not shipped in time/,
        /1 parcel is not reported to its selling shop/,
        /1 paid line was refused by its shop/,
        /1 paid line may or may not be at its shop/,
        /1 paid line waits for a store that cannot be called/,
      ])
        expect(shown.stdout).toMatch(said);
      expect(await readFile(join(logs, 'routing.log'), 'utf8')).toMatch(/"service":"routing"/);
    } finally {
      await rm(logs, { recursive: true, force: true });
      await database.drop();
      await broker.release();
    }
  }, 600_000);
});
