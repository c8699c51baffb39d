import { withoutEffect } from '@hub/database';
import type { Question } from '../engine/question';
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

/** What is only tried calls no store: it has no effect, and is rolled back in one transaction. */
const notCalled: CommandContext['testToken'] = async () => ({
  result: 'not_made',
  status: null,
  why: 'it was only tried',
});

const commands: ReadonlyMap<string, DeskCommand<unknown, unknown>> = new Map(Object.entries(DESK_COMMANDS));

/**
 * Runs a command by its name. With `dry_run` an action is decided as usual, and rolled back: it has no effect. Commands
 * that show personal data have no dry run: the record of the view would be rolled back too.
 * @param given the raw request: it is validated here
 * @returns the answer, as JSON; of an action what was done as a sentence, and, if it was only tried, what would happen
 */
export async function runDeskCommand(
  name: string,
  given: unknown,
  context: CommandContext,
): Promise<{ result: unknown; says?: string; question?: Question | null }> {
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
  const within = isTried ? { ...context, testToken: notCalled } : context;
  const run = async () =>
    command.act ? command.act(within, input) : { answer: await command.execute(within, input) };
  const question = isTried ? await command.ask?.(context, input) : undefined;
  const { answer, ...said } = await (command.kind === 'act' && isTried ? withoutEffect(run) : run());
  const asJson = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return { result: JSON.parse(JSON.stringify(answer, asJson)), ...said, ...(question && { question }) };
}
