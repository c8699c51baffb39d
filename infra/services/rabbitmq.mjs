import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findEpmd, findRabbitmqctl, findRabbitmqServer, rabbitmqMajor } from './find-binaries.mjs';
import { answers, becomesTrue, freePorts } from './free-port.mjs';
import { commandLineOf, endProcess, isAlive, recordProcess } from './processes.mjs';
import { rabbitmqDefinitions } from './rabbitmq-definitions.mjs';
import { startDetached } from './start-detached.mjs';
import { amqpUrl } from './urls.mjs';

const USER = 'hub';
/** May set policies, over the management API. */
const ADMIN = 'hub-admin';
const NODE = 'hub@localhost';
const ATTEMPTS = 3;
const START_MS = 120_000;
const CONTROL_MS = 60_000;
export const AMQP_GREETING = Buffer.from('AMQP\0\0\x09\x01', 'latin1');
/** A method frame on channel 0: the server's `connection.start`. */
export const METHOD_FRAME = Buffer.from([1, 0, 0]);

/**
 * A private RabbitMQ, as recorded on disk: the broker and its own Erlang port mapper.
 *
 * @typedef {import('./processes.mjs').ProcessRecord} ProcessRecord
 * @typedef {{ folder: string, password: string, port?: number, process?: ProcessRecord, epmd?: ProcessRecord,
 *   node?: string, ports?: { distributionPort: number, epmdPort: number, tlsPort: number,
 *   managementPort: number } }} Rabbitmq
 * @typedef {{ node: string, epmdPort: number, password: string, cookie: string }} Member a node beside another one, whose port
 *   mapper, password and cookie it has
 * @typedef {{ ca: string, cert: string, key: string }} Tls files: a TLS listener, which asks for a certificate too
 */

/** @param {Rabbitmq | undefined} rabbitmq */
export const rabbitmqAnswers = async (rabbitmq) =>
  isAlive(rabbitmq?.process) &&
  answers({ port: rabbitmq.port, greeting: AMQP_GREETING, expected: METHOD_FRAME });

/**
 * Starts the broker, with the user and virtual hosts it is to have.
 *
 * @param {{ known?: Rabbitmq, folder: string, vhosts: string[], save: (rabbitmq: Rabbitmq) => void, tls?: Tls,
 *   management?: boolean, member?: Member, grows?: boolean }}
 *   options
 * @returns {Promise<Rabbitmq>}
 */
export async function startRabbitmq({ known, folder, vhosts, save, tls, management, member, grows = false }) {
  await stopRabbitmq(known ?? findLeftover(folder));
  const password = member?.password ?? known?.password ?? randomBytes(16).toString('hex');
  const node = member?.node ?? NODE;
  let rabbitmq = { folder, password, node };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [port, distributionPort, ownEpmdPort, tlsPort, managementPort] = await freePorts(5);
    const epmdPort = member?.epmdPort ?? ownEpmdPort;
    const env = environment({ folder, node }, { distributionPort, epmdPort });
    writeSettings(rabbitmq, {
      port,
      vhosts,
      tls: tls && { ...tls, port: tlsPort },
      managementPort: management ? managementPort : undefined,
      cookie: member?.cookie,
      grows,
    });
    const epmd = member ? undefined : startPortMapper(folder, { env, epmdPort });
    rabbitmq = {
      folder,
      password,
      node,
      port,
      epmd,
      ports: { distributionPort, epmdPort, tlsPort, managementPort },
    };
    save(rabbitmq);
    const process =
      (await becomesTrue(() => answers({ port: epmdPort }), { timeoutMs: 10_000 })) &&
      startServer(folder, env);
    rabbitmq = { ...rabbitmq, process: process || undefined };
    save(rabbitmq);
    const startedOrEnded = async () => !isAlive(process) || (await rabbitmqAnswers(rabbitmq));
    if ((await becomesTrue(startedOrEnded, { timeoutMs: START_MS })) && isAlive(process)) return rabbitmq;
    await stopRabbitmq(rabbitmq);
  }
  throw new Error(`RabbitMQ does not start; see ${join(folder, 'server.log')}`);
}

function startPortMapper(folder, { env, epmdPort }) {
  return startDetached(findEpmd(), ['-port', String(epmdPort), '-address', '127.0.0.1'], {
    env,
    cwd: folder,
    logFile: join(folder, 'epmd.log'),
  });
}

/** What another node needs to stand beside this one. @param {Rabbitmq} rabbitmq @returns {Omit<Member, 'node'>} */
export const membershipOf = ({ folder, password, ports }) => ({
  epmdPort: ports.epmdPort,
  password,
  cookie: readFileSync(cookieFile(folder), 'utf8'),
});

const cookieFile = (folder) => join(folder, '.erlang.cookie');

/** A broker whose record was lost still has its own file with its process id. */
function findLeftover(folder) {
  const file = join(folder, 'pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return pid && commandLineOf(pid).includes(folder) ? { process: recordProcess(pid) } : undefined;
}

/**
 * Runs `rabbitmqctl` (or `rabbitmq-diagnostics`) against a private broker; gives what it prints.
 *
 * @param {Rabbitmq} rabbitmq
 * @param {string[]} args
 * @param {string | null} program the file of the command
 */
export async function controlRabbitmq({ folder, node, ports }, args, program = findRabbitmqctl()) {
  try {
    const { stdout } = await promisify(execFile)(program, ['--quiet', ...args], {
      env: environment({ folder, node }, ports),
      cwd: folder,
      timeout: CONTROL_MS,
    });
    return stdout;
  } catch (error) {
    if (!error.killed) throw error;
    throw new Error(`${node} timed out: ${args.join(' ')}, ${CONTROL_MS} ms`, { cause: error });
  }
}

/** The Erlang machine shuts the broker down in order at SIGTERM; its port mapper goes last. */
export async function stopRabbitmq(rabbitmq) {
  await endProcess(rabbitmq?.process, [
    { signal: 'SIGTERM', waitMs: 30_000 },
    { signal: 'SIGKILL', waitMs: 2_000 },
  ]);
  await endProcess(rabbitmq?.epmd, [
    { signal: 'SIGTERM', waitMs: 3_000 },
    { signal: 'SIGKILL', waitMs: 2_000 },
  ]);
}

/** @param {Rabbitmq} rabbitmq */
export const urlOf = (rabbitmq, vhost) => amqpUrl({ ...rabbitmq, user: USER, vhost });

/** @param {Rabbitmq} rabbitmq started with its management API */
export const adminUrlOf = ({ password, ports }) =>
  `http://${ADMIN}:${encodeURIComponent(password)}@127.0.0.1:${ports.managementPort}`;

const startServer = (folder, env) =>
  startDetached(findRabbitmqServer(), [], { env, cwd: folder, logFile: join(folder, 'server.log') });

function writeSettings({ folder, password }, { port, vhosts, tls, managementPort, cookie, grows }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name, text, mode = 0o600) => {
    rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, name), text, { mode });
  };
  const definitionsFile = join(folder, 'definitions.json');
  write(
    'definitions.json',
    JSON.stringify(rabbitmqDefinitions({ user: USER, admin: ADMIN, password, vhosts }), null, 2),
  );
  const settings = [
    `listeners.tcp.local = 127.0.0.1:${port}`,
    `load_definitions = ${definitionsFile}`,
    'log.console = false',
    'log.file = rabbitmq.log',
    'log.file.level = info',
    'disk_free_limit.absolute = 100MB',
    ...denials(rabbitmqMajor(), grows),
    ...(tls ? tlsSettings(tls) : []),
    ...(managementPort ? [`management.tcp.port = ${managementPort}`, 'management.tcp.ip = 127.0.0.1'] : []),
  ];
  write('rabbitmq.conf', `${settings.join('\n')}\n`);
  write('advanced.config', '[].\n');
  write('rabbitmq-env.conf', '');
  write('enabled_plugins', managementPort ? '[rabbitmq_management].\n' : '[].\n');
  if (!existsSync(cookieFile(folder)))
    write('.erlang.cookie', cookie ?? randomBytes(24).toString('hex'), 0o400);
}

/** They go in a later RabbitMQ: whatever uses one of them fails here first. RabbitMQ 3.10 knows no such setting. */
const DEPRECATED = ['global_qos', 'queue_master_locator', 'ram_node_type'];
/** A node of RabbitMQ 4.0.5 that joins one that denies these queues looks for them before it has the table of queues, and does not start. */
const DEPRECATED_ALONE = 'transient_nonexcl_queues';

/** @param {number | null} major @param {boolean} grows whether other nodes may join @returns {string[]} */
export function denials(major, grows) {
  if (major === null || major < 4) return [];
  const names = grows ? DEPRECATED : [...DEPRECATED, DEPRECATED_ALONE];
  return names.map((name) => `deprecated_features.permit.${name} = false`);
}

const tlsSettings = ({ port, ca, cert, key }) => [
  `listeners.ssl.local = 127.0.0.1:${port}`,
  `ssl_options.cacertfile = ${ca}`,
  `ssl_options.certfile = ${cert}`,
  `ssl_options.keyfile = ${key}`,
  'ssl_options.verify = verify_peer',
  'ssl_options.fail_if_no_peer_cert = true',
];

/**
 * Nothing of the machine's own RabbitMQ settings is read; everything listens on the loopback interface only.
 */
function environment({ folder, node = NODE }, { distributionPort, epmdPort }) {
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: folder,
    // The script then becomes the Erlang machine instead of waiting beside it: one process to know and to
    // end.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_NODENAME: node,
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    // Erlang's schedulers do not spin while they have nothing to do: others need the processor.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none',
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_CRASH_DUMP: join(folder, 'erl_crash.dump'),
    ERL_CRASH_DUMP_SECONDS: '0',
  };
}
