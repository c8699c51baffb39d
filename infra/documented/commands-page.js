const { markdownTable } = require('./markdown-table');

/** Options that many commands have, explained once. */
const COMMON = {
  '--json': 'prints JSON, errors too',
  '--watch': 'refreshes the list every two seconds, at a terminal, until Ctrl-C',
  '--dry-run': 'shows what would be done, without effect',
  '--note': 'the reason, for the record; no personal data',
  '--yes': 'does it without a question, or if it is more than one',
  '--as': 'who does it, for the record; at the desk the token decides, and must be of this name',
  '--desk': 'calls another desk than that of the token file or `HUB_DESK_URL`',
  '--local': 'bypasses the desk, on the database itself: for the owner of the machine; the audit records it',
};

/**
 * `docs/operators/command-reference.md`, from the definitions of the commands.
 *
 * @param {(folder: string, module: string) => Record<string, any>} load a module of a package of the workspace
 * @returns {Promise<string>}
 */
exports.commandsPage = async (load) => {
  const { hubProgram, goesToDesk } = load('packages/cli', 'program');
  const { COMMAND_LIST } = load('packages/cli', 'command-list');
  const commands = [];
  for (const { name } of COMMAND_LIST)
    commands.push((await hubProgram([name])).commands.find((command) => command.name() === name));
  return [
    '# Commands of `hub`',
    '',
    '<!-- Written by `npm run docs` from packages/cli: change it there. -->',
    '',
    'Run a command with `npm run hub -- <command>`. `npm run hub -- --help` lists the commands, and each has `--help`.',
    'Exit codes: 0 done, 1 failed, 2 wrong use, 4 the desk cannot be reached. A command with other codes names them below.',
    '[Where commands run](commands.md) says which variables a command needs. [The hub command](../../packages/cli/README.md)',
    'says how it finds its desk and its token.',
    '',
    markdownTable(
      ['Command', 'What it is for'],
      commands.map((command) => [`[\`${command.name()}\`](#${command.name()})`, command.description()]),
    ),
    '',
    'Options that many commands have are not repeated below:',
    '',
    ...Object.entries(COMMON).map(([name, meaning]) => `- \`${name}\`: ${meaning}`),
    '',
    ...commands.flatMap((command) => [
      `## ${command.name()}`,
      '',
      ...leavesOf(command).flatMap((leaf) => sectionOf(leaf, goesToDesk(leaf))),
    ]),
  ].join('\n');
};

const leavesOf = (command) =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

function sectionOf(command, isOfDesk) {
  const options = command.options.filter(
    ({ hidden, long, mandatory }) => !hidden && (mandatory || !(long in COMMON)),
  );
  return [
    `### \`${wordsOf(command)}\``,
    '',
    `${sentence(command.description())} ${isOfDesk ? 'Goes to the desk.' : 'Stays on this machine.'}`,
    '',
    ...options.map(
      ({ flags, description, mandatory }) =>
        `- \`${flags}\`${mandatory ? ' (required)' : ''}: ${description}`,
    ),
    ...(options.length === 0 ? [] : ['']),
  ];
}

/** The command with its arguments, as it is written after `npm run hub --`. */
function wordsOf(command) {
  const names = [];
  for (let one = command; one.parent; one = one.parent) names.unshift(one.name());
  const given = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...names, ...given].join(' ');
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
