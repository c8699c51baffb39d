import { readOptions } from './options';
import { runChaos } from './run-chaos';

const FAULTS_SHOWN = 60;

/** `npm run chaos`: exit 0 where nothing was lost and nothing done twice; the last line says which. */
async function main(): Promise<number> {
  const options = readOptions(process.argv);
  const began = Date.now();
  const say = (text: string): void => {
    const seconds = String(Math.round((Date.now() - began) / 1_000)).padStart(4);
    process.stdout.write(`${seconds} s  ${text}\n`);
  };
  say(`seed ${options.seed}`);
  const { figures, faults } = await runChaos(options, say);
  for (const [what, figure] of Object.entries(figures))
    process.stdout.write(`${String(figure).padStart(8)}  ${what}\n`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) process.stdout.write(`FAULT  ${fault}\n`);
  process.stdout.write(
    faults.length === 0
      ? 'nothing lost, nothing twice\n'
      : `${faults.length} faults; play it again with --seed ${options.seed}\n`,
  );
  return faults.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
