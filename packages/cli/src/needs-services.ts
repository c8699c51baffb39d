import type { Command } from 'commander';
import type { DeskOptions } from './desk/desk-options';
import { isLocal } from './desk/with-desk';
import { goesToDesk, hubProgram } from './program';

/** Commands of the program alone, some of them only with, or without, an option. */
const ALONE: Readonly<Record<string, (options: Readonly<Record<string, unknown>>) => boolean>> = {
  adapter: () => true,
  completion: () => true,
  desk: () => true,
  sign: () => true,
  'event example': ({ shop }) => shop === undefined,
  'event sign': ({ shop }) => shop === undefined,
  'golive verify': ({ key }) => key !== undefined,
};

/**
 * Whether a call of `hub` needs database and broker of its machine (D27). Not if it asks for help, goes to the desk or
 * cannot be understood: the command then says so, and nothing is started for it.
 *
 * @param words the arguments after `hub`
 */
export async function needsServices(words: readonly string[]): Promise<boolean> {
  const command = await understand(words);
  if (command === null || isAlone(command)) return false;
  return !goesToDesk(command) || isLocal(command.opts<DeskOptions>());
}

/** @returns the command whose work the words ask for; null if they ask for none */
async function understand(words: readonly string[]): Promise<Command | null> {
  const found: Command[] = [];
  const program = await hubProgram(words, { silent: true });
  program.hook('preAction', (_program, command) => {
    found.push(command);
    throw new UnderstoodError();
  });
  // Every other end is the command's own business: help, the version, a fault.
  await program.parseAsync(words, { from: 'user' }).catch(() => undefined);
  return found[0] ?? null;
}

/** Ends the reading of a call before its work begins. */
class UnderstoodError extends Error {}

function isAlone(command: Command): boolean {
  const words = namesOf(command);
  const judge = ALONE[words.join(' ')] ?? ALONE[words[0] ?? ''];
  return judge?.(command.opts()) ?? false;
}

/** `event example`: the names below `hub`. */
function namesOf(command: Command): string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}
