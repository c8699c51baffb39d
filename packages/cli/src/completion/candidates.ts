import type { Command } from 'commander';

/** Opens the hub command for these words. */
export type OpenProgram = (words: readonly string[]) => Promise<Command>;

/** Candidates for the last, unfinished word: options where it begins with a dash, else subcommands. */
export async function candidatesFor(open: OpenProgram, words: readonly string[]): Promise<string[]> {
  const [before, begun] = [words.slice(0, -1), words.at(-1) ?? ''];
  const command = commandOf(await open(before), before);
  const help = command.createHelp();
  const names = begun.startsWith('-')
    ? help.visibleOptions(command).map(({ long }) => long ?? '')
    : help.visibleCommands(command).map((one) => one.name());
  return names.filter((name) => name !== '' && name.startsWith(begun));
}

/** The deepest command that the words name. */
function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
  }
  return command;
}
