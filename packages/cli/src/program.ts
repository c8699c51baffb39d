import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { COMMAND_LIST } from './command-list';
import { PROJECT_ROOT } from './project-root';

/** A description wraps within so many columns, however long the terms before it are. */
const NARROWEST = 20;
/** What sets the hub up, and what needs its keys or the secrets of a sheet, has no way through the desk. */
const STAYS_HERE =
  '\nStays on this machine: it works with the settings and keys of this shell, not by way of the desk.';

/**
 * The hub command (D27); wrong use throws commander's error. Of its commands only the one that is asked for is read, so that
 * help and version are there at once.
 * @param words as they stand after `hub`
 */
export async function hubProgram(words: readonly string[]): Promise<Command> {
  const isJson = words.includes('--json');
  const program = new Command('hub')
    .description('operate a HUB Network: shops, catalogues, orders, failures, services')
    .version(versionOf(), '-V, --version', 'the version of this hub')
    .configureHelp({ subcommandTerm: termOf, minWidthToWrap: NARROWEST })
    .showHelpAfterError(isJson ? false : '(add --help for how to use it)')
    .exitOverride();
  // With --json what is wrong is said as JSON, by main.
  if (isJson) program.configureOutput({ writeErr: () => undefined });
  const asked = askedOf(words);
  for (const { name, says, load } of COMMAND_LIST)
    if (name === asked) (await load())(program);
    else program.command(name).description(says);
  for (const command of leavesOf(program)) if (!goesToDesk(command)) command.addHelpText('after', STAYS_HERE);
  return program;
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

const goesToDesk = (command: Command): boolean => command.options.some(({ long }) => long === '--desk');

/** A subcommand with its arguments. That it has options goes without saying: its own help lists them. */
function termOf(command: Command): string {
  const given = command.registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? '...' : ''}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...given].join(' ');
}

/** `hub order show`, `hub help order`: the first word that is no option, after `help` where that comes first. */
function askedOf(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

function versionOf(): string {
  const about: unknown = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
  if (typeof about === 'object' && about !== null && 'version' in about) return String(about.version);
  return 'unknown';
}
