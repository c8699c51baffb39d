import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@hub/cli';
import { allQueues, queueNames } from '@hub/messaging';
import { createTestDatabase, holdE2eBroker, purgeBroker, startProxy } from '@hub/testing';
import { servicesEnv } from '../test/support/services-env';
import { openShops } from '../test/support/shops';
import { pullCatalogues } from '../test/support/open-world';
import { startCopies, type ServiceCopy } from './service-copies';
import { Trader } from './trader';

/** A proxy that asks each second and believes the second answer sees a copy go and come back within this time. */
const SETTLES_MS = 2_500;

/** `npm run rolling-restart [-- --rounds <n>]`: every copy of every service is replaced under load, behind haproxy; exit 1 where any request was answered 5xx. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2' } } });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const broker = await holdE2eBroker();
    closing.push(() => broker.release());
    await purgeBroker(broker.amqpUrl, queueNames(allQueues()));
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const [eventsPort, deskPort] = [await freePort(), await freePort()];
    const shops = await openShops(database.db, eventsPort);
    for (const { store } of Object.values(shops)) closing.push(() => store.stop());
    const env = servicesEnv({
      databaseUrl: database.url,
      amqpUrl: broker.amqpUrl,
      ingressPort: eventsPort,
      supportPort: deskPort,
    });
    const copies = await startCopies({
      ...env,
      DRAIN_MS: '5000',
      LOG_LEVEL: 'error',
      DATABASE_POOL_SIZE: '4',
    });
    closing.push(() => Promise.all(copies.map((copy) => copy.stop())));
    const portsOf = (service: string) =>
      copies.filter((copy) => copy.service === service).map(({ port }) => port);
    closing.push(
      await startProxy([
        { name: 'ingress', port: eventsPort, copies: portsOf('ingress') },
        { name: 'support', port: deskPort, copies: portsOf('support') },
      ]),
    );
    await wait(SETTLES_MS);
    await pullCatalogues({ db: database.db, shops });
    const trader = new Trader({ shops, eventsPort, deskPort, eventsPerSecond: 20 });
    const trading = trader.run();
    const badEnds: string[] = [];
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      for (const copy of copies) badEnds.push(...(await replace(copy)));
      say(`round ${round}: ${JSON.stringify(trader.answers)}`);
    }
    trader.stop();
    await trading;
    const refused = Object.entries(trader.answers).filter(([key]) => !key.endsWith(' 200'));
    for (const end of badEnds) say(`FAULT  ${end}`);
    for (const [key, count] of refused) say(`FAULT  ${count} x ${key}`);
    say(
      `${copies.length} copies, each replaced ${values.rounds} times; answers: ${JSON.stringify(trader.answers)}`,
    );
    return refused.length + badEnds.length === 0 ? 0 : 1;
  } finally {
    for (const step of closing.toReversed()) await step();
  }
}

async function replace(copy: ServiceCopy): Promise<string[]> {
  const exitCode = await copy.stop();
  await copy.start();
  await wait(SETTLES_MS);
  return exitCode === 0 ? [] : [`${copy.service} ended with ${exitCode}`];
}

// Broken off: what was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
