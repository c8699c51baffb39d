import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { COMMAND_LIST } from './command-list';
import { CommandFailure } from './failure';
import { noteText } from './output';
import { PROJECT_ROOT } from './project-root';

/** A description wraps within this many columns, however long the terms before it are. */
const NARROWEST = 20;
/** Commands that set up the hub, or need its keys or the secrets of a sheet, do not go through the desk. */
const STAYS_HERE =
  '\nStays on this machine: it works with the settings and keys of this shell, not by way of the desk.';

/**
 * The hub command (D27); wrong use throws commander's error. Only the requested command is loaded, so that help and
 * version are printed at once.
 * @param words the arguments after `hub`
 * @param silent prints nothing
 */
export async function hubProgram(
  words: readonly string[],
  { silent = false }: { silent?: boolean } = {},
): Promise<Command> {
  const isJson = words.includes('--json');
  const program = new Command('hub')
    .description('operate a HUB Network: shops, catalogues, orders, failures, services')
    .version(versionOf(), '-V, --version', 'the version of this hub')
    .configureHelp({ subcommandTerm: termOf, minWidthToWrap: NARROWEST })
    .showHelpAfterError(isJson ? false : '(add --help for how to use it)')
    .exitOverride();
  // With --json main prints errors as JSON.
  program.configureOutput({ writeErr: isJson || silent ? () => undefined : noteText });
  if (silent) program.configureOutput({ writeOut: () => undefined });
  program.hook('preAction', (_program, command) => refuseMisplaced(command));
  const asked = askedOf(words);
  for (const { name, says, load } of COMMAND_LIST)
    if (name === asked) (await load())(program, hubProgram);
    else program.command(name).description(says);
  for (const command of leavesOf(program)) if (!goesToDesk(command)) command.addHelpText('after', STAYS_HERE);
  return program;
}

/**
 * Refuses an option that stands before the subcommand that takes it: `hub dead runs --desk <url> stop <run>` would act
 * at another desk than the named one.
 */
function refuseMisplaced(command: Command): void {
  const own = new Map(command.options.map((option) => [option.attributeName(), option.long]));
  for (let above = command.parent; above; above = above.parent)
    for (const name of Object.keys(above.opts())) {
      const flag = own.get(name);
      if (flag && above.getOptionValueSource(name) === 'cli')
        throw new CommandFailure([`${flag}: goes after ${command.name()}`], 2);
    }
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

/** Whether the hub command has the desk do the work of a command. */
export const goesToDesk = (command: Command): boolean =>
  command.options.some(({ long }) => long === '--desk');

/** A subcommand with its arguments. Its options are not mentioned: its own help lists them. */
function termOf(command: Command): string {
  const given = command.registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? '...' : ''}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...given].join(' ');
}

/** `hub order show`, `hub help order`: the first word that is no option, after a leading `help`. */
function askedOf(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

function versionOf(): string {
  const about: unknown = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
  if (typeof about === 'object' && about !== null && 'version' in about) return String(about.version);
  return 'unknown';
}
