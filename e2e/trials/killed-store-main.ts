import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createTestDatabase } from '@hub/testing';

/** Relative to `e2e/dist/trials`. */
const TRIAL = resolve(__dirname, '../../../packages/store-kit/trial/main.mjs');
const ROUNDS = '5';

/** The kit's own trial on a database that is thrown away afterwards. */
async function main(): Promise<void> {
  const database = await createTestDatabase();
  try {
    const env = { ...process.env, DATABASE_URL: database.url };
    const trial = spawn(process.execPath, [TRIAL, process.argv[2] ?? ROUNDS], { env, stdio: 'inherit' });
    process.exitCode = await new Promise((ended) => trial.once('exit', (code) => ended(code ?? 1)));
  } finally {
    await database.drop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
