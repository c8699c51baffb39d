import { Command, InvalidArgumentError } from 'commander';
import { BROKER } from './broker';
import { CLUSTER } from './cluster';
import { DISK } from './disk';
import { FAILOVER } from './failover';
import { runOutage, type Outage } from './run-outage';
import { STANDBY } from './standby';

const OUTAGES: Record<string, Outage> = {
  broker: BROKER,
  cluster: CLUSTER,
  disk: DISK,
  failover: FAILOVER,
  standby: STANDBY,
};
const FAULTS_SHOWN = 60;

/** `npm run drill:<name> [-- <seed>] [--small]`: exit 0 where nothing was lost and nothing done twice; the last line says which. */
async function drill(outage: Outage, run: { seed: number; small: boolean }): Promise<number> {
  const began = Date.now();
  const say = (text: string): void => {
    process.stdout.write(`${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s  ${text}\n`);
  };
  say(`seed ${run.seed}`);
  const { figures, faults } = await runOutage(outage, run, say);
  for (const [what, figure] of Object.entries(figures))
    process.stdout.write(`${String(figure).padStart(8)}  ${what}\n`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) process.stdout.write(`FAULT  ${fault}\n`);
  process.stdout.write(faults.length === 0 ? 'nothing lost, nothing twice\n' : `${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
}

const program = new Command('drill');
for (const [name, outage] of Object.entries(OUTAGES))
  program
    .command(name)
    .description(outage.description)
    .argument('[seed]', 'trades the same again', wholeNumber)
    .option('--small', 'in about a minute', false)
    .action(async (seed: number | undefined, { small }: { small: boolean }) => {
      const run = { seed: seed ?? Math.floor(Math.random() * 2 ** 31), small };
      process.exitCode = await drill(outage, run);
    });

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}

// Broken off: what was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
program.parseAsync().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
