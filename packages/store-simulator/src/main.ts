import { readCredentials } from './command/config';
import { runStore } from './command/run-store';
import { storeCommand, type StoreCommandOptions } from './command/store-command';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const given = storeCommand().parse().opts<StoreCommandOptions>();
  const store = await runStore(given, { print, credentials: () => readCredentials(given) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void store?.stop());
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
