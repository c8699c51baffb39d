import { killOnEachStatement } from '../migrations/kill-on-each-statement';
import { twoMigrators } from '../migrations/two-migrators';

/** `npm run drill:migrations [-- <part of a name>…]`: every migration, or those named, is killed on each of its statements; exit 1 where that shows. */
async function main(): Promise<number> {
  const chosen = process.argv.slice(2);
  const began = Date.now();
  const { migrations, deaths, faults } = await killOnEachStatement(
    (name) => chosen.length === 0 || chosen.some((part) => name.includes(part)),
  );
  const all = [...faults, ...(await twoMigrators())];
  for (const fault of all) process.stdout.write(`FAULT  ${fault}\n`);
  const seconds = Math.round((Date.now() - began) / 1_000);
  process.stdout.write(
    `${migrations} migrations, ${deaths} moments of dying, ${all.length} faults; two at once, and one of two killed (${seconds} s)\n`,
  );
  return all.length === 0 && deaths > 0 ? 0 : 1;
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
