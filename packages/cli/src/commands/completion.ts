import { join } from 'node:path';
import type { Command } from 'commander';
import { candidatesFor, type OpenProgram } from '../completion/candidates';
import { CommandFailure } from '../failure';
import { print, printText } from '../output';
import { PROJECT_ROOT } from '../project-root';

/** Completes the words so far: subcommands, or options after a dash. Files are completed as everywhere. */
const SCRIPTS: Readonly<Record<string, (ask: string) => string>> = {
  bash: (ask) => `_hub() {
  local IFS=$'\\n'
  COMPREPLY=($(${ask} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _hub hub`,
  zsh: (ask) => `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_hub() {
  local -a found
  found=(\${(f)"$(${ask} "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
compdef _hub hub`,
};

/** `hub completion bash|zsh`: completion of the hub command in a shell. */
export function addCompletionCommand(program: Command, open: OpenProgram): void {
  const completion = program
    .command('completion')
    .description('prints the completion script for bash or zsh')
    .argument('<shell>', 'bash or zsh')
    .addHelpText(
      'after',
      '\nIn ~/.bashrc or ~/.zshrc:\n  alias hub="<clone>/infra/hub.mjs"\n  eval "$(hub completion bash)"',
    )
    .action(printScript);
  completion
    .command('words', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      for (const word of await candidatesFor(open, words)) print(word);
    });
}

function printScript(shell: string): void {
  const script = SCRIPTS[shell];
  if (!script)
    throw new CommandFailure([`there is a completion for ${Object.keys(SCRIPTS).join(' and ')}`], 2);
  const main = join(PROJECT_ROOT, 'packages', 'cli', 'dist', 'main.js');
  printText(script(`'${process.execPath}' '${main}' completion words --`));
}
