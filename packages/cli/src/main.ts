import { StartRefused } from '@hub/installation';
import { ConfigError } from '@hub/runtime';
import { isDatabaseAway } from '@hub/messaging';
import { CommanderError } from 'commander';
import { CommandFailure } from './failure';
import { endWithReader, note } from './output';
import { hubProgram } from './program';

/** The hub command (D27). Exit codes: 0 done, 1 failed, 2 wrong use, others by the command. */
async function main(): Promise<void> {
  await hubProgram().parseAsync();
}

/** Says what is wrong in words and chooses the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CommandFailure) {
    error.lines.forEach(note);
    return error.exitCode;
  }
  if (error instanceof ConfigError || error instanceof StartRefused) note(error.message);
  else if (isDatabaseAway(error))
    note('the database cannot be reached: is DATABASE_URL right and PostgreSQL up?');
  else if (error instanceof Error && 'code' in error && error.code === 'ENOENT') note('no such file');
  else note(error instanceof Error ? `failed: ${error.message}` : 'failed');
  return 1;
}

for (const stream of [process.stdout, process.stderr]) endWithReader(stream, () => process.exit());

main().then(
  () => undefined,
  (error: unknown) => {
    process.exitCode = report(error);
  },
);
