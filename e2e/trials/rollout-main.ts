import { parseArgs } from 'node:util';
import { withSecret, withVariables } from '../rollout/deployment';
import { UNREACHABLE } from '../rollout/on-one-machine';
import { openRollout, renderedOverlay } from '../rollout/open-rollout';

/**
 * `npm run trial:rollout [-- --overlay <name> | --file <rendered manifests>] [--rounds <n>]`: rolls every Deployment out to another
 * version and back under load, and one that never gets ready; exit 1 where anything was refused, lost or there twice.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      overlay: { type: 'string', default: 'production' },
      file: { type: 'string' },
      rounds: { type: 'string', default: '1' },
    },
  });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const began = Date.now();
  const manifests = values.file ?? renderedOverlay(values.overlay);
  const { cluster, deployments, trader, judge, close } = await openRollout({
    manifests,
    eventsPerSecond: 20,
  });
  const report = (what: string) =>
    say(`${Math.round((Date.now() - began) / 1_000)} s: ${what}; answers: ${JSON.stringify(trader.answers)}`);
  const copies = deployments.reduce((sum, { strategy }) => sum + strategy.copies, 0);
  report(`${deployments.length} Deployments, ${copies} copies, stores trade`);
  try {
    const next = withVariables(deployments, { STORE_TIMEOUT_MS: '20000' });
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      cluster.apply(next);
      await cluster.rolledOut();
      report('the next version is rolled out');
      cluster.apply(deployments);
      await cluster.rolledOut();
      report('the version before it is rolled out');
    }
    cluster.apply(withSecret(deployments, UNREACHABLE));
    const through = await cluster.stuck(deployments.map(({ name }) => name));
    report('a version that cannot reach its database stands still');
    cluster.apply(deployments);
    await cluster.rolledOut();
    report('it is taken back');
    const faults = [
      ...through.map((name) => `${name}: was rolled out though it cannot reach its database`),
      ...(await judge()),
    ];
    for (const fault of faults) say(`FAULT  ${fault}`);
    report(
      `${trader.accepted.length} events and ${trader.sales} sales settled, ${cluster.endings.length} processes ended`,
    );
    return faults.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
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
