import { withoutEffect } from '@hub/database';
import { z } from 'zod';
import type { CommandContext, DeskCommand } from './command';
import { CommandFault } from './command-fault';
import { Text } from './fields';
import { DESK_COMMANDS } from './table';

/** The request body: the command's own input, whether it is a dry run, and the claimed identity. */
const Asked = z.strictObject({
  input: z.unknown(),
  dry_run: z.boolean().default(false),
  as: Text.optional(),
});

const commands: ReadonlyMap<string, DeskCommand<z.ZodType, unknown>> = new Map(Object.entries(DESK_COMMANDS));

/**
 * Runs a command by its name. With `dry_run` an action is decided as usual, and rolled back: it has no effect. Commands
 * that show personal data have no dry run: the record of the view would be rolled back too.
 * @param given the raw request: it is validated here
 * @returns the answer, as JSON
 */
export async function runDeskCommand(
  name: string,
  given: unknown,
  context: CommandContext,
): Promise<unknown> {
  const command = commands.get(name);
  if (!command) throw new CommandFault('unknown', ['there is no command of this name']);
  const asked = Asked.safeParse(given);
  if (!asked.success) throw new CommandFault('invalid', ['send { "input": …, "dry_run": … }'], 'input');
  const { input, dry_run: isTried, as } = asked.data;
  if (as !== undefined && as !== context.person)
    throw new CommandFault(
      'forbidden',
      ['the token says who does it: another name goes with --local alone'],
      'as',
    );
  if (isTried && command.kind === 'reveal')
    throw new CommandFault(
      'invalid',
      ['dry_run: who looks at personal data is recorded: it cannot be only tried'],
      'dry_run',
    );
  const run = () => command.execute(context, input);
  const result = command.kind === 'act' && isTried ? await withoutEffect(run) : await run();
  return JSON.parse(
    JSON.stringify(result, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
}
