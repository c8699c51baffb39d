const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { afterAll, beforeAll, describe, expect, it } = require('@jest/globals');
const { DCLinter } = require('dclint');
const { readCode } = require('../kubernetes/checks/code-facts');
const { composeFaults } = require('./compose-faults');
const { askedVariables, readCompose, readEnvFile } = require('./read-compose');

const ROOT = join(__dirname, '..', '..');
const code = readCode((folder, module) => require(join(ROOT, folder, 'src', module)));
const file = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const desk = readEnvFile(readFileSync(join(ROOT, 'infra', 'desk.env'), 'utf8'));
const faultsOf = (text, given = desk) => composeFaults(readCompose(text, given), code);

/** The file with one thing changed that is there. */
function changed(from, to) {
  if (!file.includes(from)) throw new Error(`docker-compose.yml does not say ${from}`);
  return file.replace(from, to);
}

describe('docker-compose.yml with the key and account of desk.env', () => {
  it('fits the code', () => {
    expect(faultsOf(file)).toEqual([]);
  });

  it('lets the account of desk.env sign in at the desk', () => {
    const { support } = readCompose(file, desk).services;
    const { config } = code.programs.get('support').read(support.environment);
    expect(config.SUPPORT_ACCOUNTS).toMatchObject([{ name: 'lead', role: 'lead' }]);
  });

  it('asks for every variable that desk.env gives', () => {
    expect(Object.keys(desk).filter((name) => !askedVariables(file).has(name))).toEqual([]);
  });

  it('says, without it, that a key is missing', () => {
    expect(faultsOf(file, {})).toContain(
      'ingress: HUB_ENCRYPTION_KEY: is required (64 hex digits), or HUB_ENCRYPTION_KEYS',
    );
  });

  it('leads everywhere as the user of another password', () => {
    expect(faultsOf(file, { ...desk, HUB_DEVELOPMENT_PASSWORD: 'another' })).toEqual([]);
  });

  it('starts the supported versions, or those that are set', () => {
    const imagesOf = (given) =>
      ['postgres', 'rabbitmq'].map((name) => readCompose(file, given).services[name].image);
    expect(imagesOf({})).toEqual(['postgres:17', 'rabbitmq:4-management']);
    expect(imagesOf({ HUB_POSTGRES_VERSION: '15', HUB_RABBITMQ_VERSION: '3.10' })).toEqual([
      'postgres:15',
      'rabbitmq:3.10-management',
    ]);
  });

  it('lets a person without a token use the hub command past the desk', () => {
    expect(readCompose(file, desk).services.hub.environment.HUB_LOCAL).toBe('true');
  });
});

/** Changes of the file, and the fault reported for each. */
const MUTATIONS = [
  ['a service is forgotten', 'hub-network/returns', 'hub-network/routing', /returns: 0 services/],
  [
    'a service outside of its profile',
    'profiles: [system]\n',
    'profiles: [systems]\n',
    /ingress: 0 services/,
  ],
  ['another program is built', 'SERVICE: ingress', 'SERVICE: support', /ingress: is built as support/],
  ['a program that there is not', 'hub-network/database', 'hub-network/databases', /none of our programs/],
  [
    'another Dockerfile',
    'infra/Dockerfile, args: { SERVICE: ingress }',
    'Dockerfile, args: { SERVICE: ingress }',
    /not built from/,
  ],
  [
    'a variable that no service reads',
    '  SYNC_INTERVAL_MS:\n',
    '  SYNC_INTERVAL:  1\n',
    /SYNC_INTERVAL: no program/,
  ],
  [
    'a variable of another service',
    "INGRESS_PORT: '8080' }",
    "INGRESS_PORT: '8080', OIDC_CLIENT_ID: 'x' }",
    /no such variable/,
  ],
  ['a value that cannot be', 'HUB_ENVIRONMENT:-test', 'HUB_ENVIRONMENT:-prod', /HUB_ENVIRONMENT: must be/],
  [
    'a development that is none',
    'HUB_ENVIRONMENT:-test',
    'HUB_ENVIRONMENT:-development',
    /ingress: .*(DATABASE_URL|AMQP_URL|HUB_ENVIRONMENT)/,
  ],
  [
    'what is required is missing',
    '  RELAY_EMAIL_DOMAIN: $',
    '  RELAY_DOMAIN: $',
    /RELAY_EMAIL_DOMAIN: is required/,
  ],
  [
    'a port that is not listened on',
    'INGRESS_PORT:-8080}:8080',
    'INGRESS_PORT:-8080}:8081',
    /8081 is not listened on/,
  ],
  ['a listener without a port', "SUPPORT_PORT: '8090'", "SUPPORT_PORT: '8099'", /nothing leads to port 8099/],
  ['a door without a port', "DOOR_PORT: '8091'", "DOOR_PORT: '8092'", /nothing leads to port 8092/],
  ['a database elsewhere', '@postgres:5432', '@database:5432', /no service is called database/],
  ['a database at another port', '@postgres:5432', '@postgres:5433', /does not listen on 5433/],
  ['another database', '5432/hub', '5432/network', /postgres does not hold/],
  ['another user', 'POSTGRES_USER: hub', 'POSTGRES_USER: postgres', /does not know/],
  ['another virtual host', '%2Fhub', 'hub', /rabbitmq does not hold/],
  [
    'a broker of another password',
    'RABBITMQ_DEFAULT_PASS: ${HUB_DEVELOPMENT_PASSWORD:-hub}',
    'RABBITMQ_DEFAULT_PASS: hubs',
    /does not know/,
  ],
  ['management at another port', 'rabbitmq:15672', 'rabbitmq:15671', /does not listen on 15671/],
  [
    'a shorter grace than a stop needs',
    'stop_grace_period: 45s',
    'stop_grace_period: 30s',
    /killed after 30s, and may need 4\ds/,
  ],
  ['no grace', '  stop_grace_period: 45s\n', '', /killed after 10s/],
  ['a root to write to', 'read_only: true', 'read_only: false', /write to its root/],
  ['capabilities', 'cap_drop: [ALL]', 'cap_drop: [NET_RAW]', /capabilities/],
  ['escalation', 'no-new-privileges:true', 'no-new-privileges:false', /more than it is/],
  ['root', '  read_only: true\n', '  read_only: true\n  user: root\n', /privileged/],
  [
    'a wait for what there is not',
    'migrate: { condition',
    'migration: { condition',
    /migration, which there is not/,
  ],
  [
    'a wait for health that is not checked',
    'interval: 5s\n      timeout: 15s\n      retries: 12\n      start_period: 30s',
    'disable: true',
    /never becomes: service_healthy/,
  ],
  [
    'a wait for an end that never comes',
    'migrate: { condition: service_completed_successfully }',
    'migrate: { condition: service_completed_successfully }\n    catalogue: { condition: service_completed_successfully }',
    /never becomes: service_completed/,
  ],
  [
    'a wait for another profile',
    '  migrate:\n    profiles: [system, command]',
    '  migrate:\n    profiles: [command]',
    /not in each of its profiles/,
  ],
  ['a volume that there is not', "'rabbitmq:/var/lib", "'broker:/var/lib", /volume broker/],
];

describe('a change of docker-compose.yml', () => {
  it.each(MUTATIONS)('%s: is reported', (_what, from, to, fault) => {
    expect(faultsOf(changed(from, to))).toContainEqual(expect.stringMatching(fault));
  });
});

describe("the Compose specification's schema", () => {
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-compose-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** By the schema alone: its other rules are a matter of taste. */
  const schemaFaults = (text) => {
    const compose = join(folder, 'docker-compose.yml');
    writeFileSync(compose, text);
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
    const messages = linter.lintFiles([compose], false).flatMap((result) => result.messages);
    return messages.filter(({ rule }) => rule === 'invalid-schema').map(({ message }) => message);
  };

  it('is kept', () => {
    expect(schemaFaults(file)).toEqual([]);
  });

  it.each([
    ['a field that there is not', 'restart: unless-stopped', 'restarts: unless-stopped'],
    ['a field of another type', 'cap_drop: [ALL]', 'cap_drop: ALL'],
    ['a condition that there is not', 'condition: service_healthy', 'condition: service_ready'],
  ])('does not allow %s', (_what, from, to) => {
    expect(schemaFaults(changed(from, to))).not.toEqual([]);
  });
});
