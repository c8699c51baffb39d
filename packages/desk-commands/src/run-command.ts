import { withoutEffect } from '@hub/database';
import { z } from 'zod';
import type { CommandContext, DeskCommand } from './command';
import { CommandFault } from './command-fault';
import { Text } from './fields';
import { DESK_COMMANDS } from './table';

/** What is sent: the command's own input, whether it is only tried, and who somebody says that they are. */
const Asked = z.strictObject({
  input: z.unknown(),
  dry_run: z.boolean().default(false),
  as: Text.optional(),
});

const commands: ReadonlyMap<string, DeskCommand<z.ZodType, unknown>> = new Map(Object.entries(DESK_COMMANDS));

/**
 * Runs a command by its name. With `dry_run` an act is decided as it would be, and taken back: it has no effect.
 * What shows personal data is not tried: the record of who looked would be taken back with it.
 * @param given as it came: it is checked here
 * @returns what is answered, as JSON has it
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
