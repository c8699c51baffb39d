const { readdirSync } = require('node:fs');
const path = require('node:path');
const { markdownTable } = require('./markdown-table');

const SERVICES = readdirSync(path.join(__dirname, '..', '..', 'services'));

/** Variables of the `hub` command that no schema has: they choose how a single call reaches its desk. */
const OF_A_CALL = {
  HUB_DESK_URL: 'The desk to call, if it is not the one that the token file names.',
  HUB_LOCAL: '`true`: the command bypasses the desk and uses the database itself. The audit records it.',
  HUB_ROLE_PER_SERVICE:
    '`true`: `hub up` connects each service as its own database and broker user, `hub_<service>`. For development.',
  HUB_TOKEN: 'The token itself.',
  HUB_TOKEN_FILE: 'The file with the token. If it is not set: `.hub/desk-token.json`.',
  NO_COLOR: 'Any value: no colours at a terminal.',
};

/**
 * `docs/operators/variables.md`, from the configuration schemas.
 *
 * @param {(folder: string, module: string) => Record<string, any>} load a module of a package of the workspace
 * @returns {string}
 */
exports.variablesPage = (load) => {
  const { variableFacts } = load('packages/runtime', 'variable-facts');
  const readers = [
    ...SERVICES.map((name) => [name, Object.values(load(`services/${name}`, 'config'))[0].variables]),
    ['hub up', load('packages/cli', 'config').readUpConfig.variables],
  ];
  const tracing = load('packages/runtime', 'tracing/tracing-config').readTracingConfig.variables;
  const rowOf = ([name, schema], ...more) => {
    const { purpose, expected, usual, isRequired } = variableFacts(name, schema);
    const value = usual === null ? (isRequired ? 'required' : '') : `\`${usual}\``;
    return [
      `\`${name}\``,
      value,
      [purpose, expected && `Expected: ${expected}.`].filter(Boolean).join(' '),
      ...more,
    ];
  };
  return [
    '# Configuration variables',
    '',
    '<!-- Written by `npm run docs` from the configuration schemas: change it there. -->',
    '',
    'Every program reads its configuration from environment variables when it starts. It reports every faulty variable at once,',
    'by name and never by value, and does not start. An empty variable counts as not set.',
    '',
    '`<NAME>_FILE` may hold the path of a file with the value instead: for secrets that are mounted as files.',
    '',
    '- `HUB_ENVIRONMENT=development` starts only if database and broker are on the same machine.',
    '- `HUB_ENVIRONMENT=production` demands TLS to database and broker on other machines (`sslmode=verify-full`, `amqps://`)',
    '  and refuses `ALLOW_INSECURE_STORES`.',
    '- A start without `HUB_ENVIRONMENT` is refused if the database holds a shop and no stored value.',
    '- `hub golive environment <value> --confirm` changes the stored value of a development database, once.',
    '',
    '## Services',
    '',
    markdownTable(
      ['Variable', 'Default', 'Meaning', 'Read by'],
      variablesOf(readers).map(([name, schema]) => rowOf([name, schema], readByText(name, readers))),
    ),
    '',
    '## Traces',
    '',
    'Read by every service. [Traces](traces.md) says what is sent.',
    '',
    markdownTable(
      ['Variable', 'Default', 'Meaning'],
      Object.entries(tracing).map((one) => rowOf(one)),
    ),
    '',
    '## The `hub` command',
    '',
    'Besides these, a command that stays on its machine reads `DATABASE_URL`, the keys, and the variables of',
    '[its row](commands.md).',
    '',
    markdownTable(
      ['Variable', 'Meaning'],
      Object.entries(OF_A_CALL).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    '',
  ].join('\n');
};

exports.OF_A_CALL = OF_A_CALL;

/** Of all readers, each once, by name. */
const variablesOf = (readers) =>
  Object.entries(
    Object.fromEntries(readers.toReversed().flatMap(([, variables]) => Object.entries(variables))),
  ).toSorted(([one], [other]) => (one < other ? -1 : 1));

function readByText(name, readers) {
  const services = readers
    .filter(([program, of]) => program !== 'hub up' && name in of)
    .map(([program]) => program);
  if (services.length === SERVICES.length) return 'every service';
  return services.length === 0 ? '`hub`' : services.join(', ');
}
