import { runUpgrade } from './run-upgrade';

/** `npm run drill:upgrade [-- <seed>]`: exit 0 where nothing was lost and nothing done twice; the last line says which. */
async function main(): Promise<number> {
  const before = process.env['HUB_RELEASE_BEFORE'];
  if (before === undefined)
    throw new Error('HUB_RELEASE_BEFORE: the folder of the release before is required');
  const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31));
  const began = Date.now();
  const say = (text: string): void => {
    process.stdout.write(`${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s  ${text}\n`);
  };
  say(`seed ${seed}`);
  const { figures, faults } = await runUpgrade({ before, seed }, say);
  for (const [what, figure] of Object.entries(figures))
    process.stdout.write(`${String(figure).padStart(8)}  ${what}\n`);
  for (const fault of faults) process.stdout.write(`FAULT  ${fault}\n`);
  process.stdout.write(faults.length === 0 ? 'nothing lost, nothing twice\n' : `${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
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
