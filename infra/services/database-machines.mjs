import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresUser } from './unprivileged-user.mjs';
import { startDetached } from './start-detached.mjs';

/**
 * Two machines with PostgreSQL under Patroni, a witness, and HAProxy before them, each machine a network of its own: it can lose its power,
 * freeze, and be cut off. Only root can make networks.
 *
 * @typedef {{ name: string, address: string }} Machine
 */

const PORTS = { client: 2379, peer: 2380, postgres: 5432, patroni: 8008 };
/** Seconds. The least that Patroni allows: `ttl` bounds how long no machine is the primary (docs/operators/backup.md). */
const TIMES = { ttl: 20, loop_wait: 1, retry_timeout: 3 };

const ip = (...args) => execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' });

/** @param {number} subnet of 10.213.0.0/16 @returns {{ bridge: string, host: string, range: string, machines: Machine[] }} */
export function planNetwork(subnet) {
  const address = (last) => `10.213.${subnet}.${last}`;
  const machines = ['a', 'b'].map((letter, index) => ({
    name: `hub${subnet}${letter}`,
    address: address(11 + index),
  }));
  return { bridge: `hubbr${subnet}`, host: address(1), range: `${address(0)}/24`, machines };
}

/** Removes what an earlier run with the same numbers left behind, and makes it. */
export function makeNetwork(network) {
  removeNetwork(network);
  ip('link', 'add', network.bridge, 'type', 'bridge');
  ip('address', 'add', `${network.host}/24`, 'dev', network.bridge);
  ip('link', 'set', network.bridge, 'up');
  for (const { name, address } of network.machines) {
    ip('netns', 'add', name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', network.bridge, 'up');
    ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up');
  }
}

export function removeNetwork({ bridge, machines }) {
  for (const { name } of machines) {
    quietly(() => signalMachine(name, 'SIGKILL'));
    quietly(() => ip('link', 'delete', name));
    quietly(() => ip('netns', 'delete', name));
  }
  quietly(() => ip('link', 'delete', bridge));
}

function quietly(work) {
  try {
    work();
  } catch {
    // There is none.
  }
}

/** The machine's cable. @param {string} name @param {'up' | 'down'} state */
export const setCable = (name, state) => void ip('link', 'set', name, state);

/** Every process of the machine. @param {string} name @param {NodeJS.Signals} signal */
export function signalMachine(name, signal) {
  const pids = ip('netns', 'pids', name).split('\n').map(Number).filter(Boolean);
  for (const pid of pids) quietly(() => process.kill(pid, signal));
}

/** Starts etcd and Patroni of a machine, for the first time or after it lost its power. */
export function startMachine(machine, { folder, network, password }) {
  const own = join(folder, machine.name);
  mkdirSync(own, { recursive: true });
  handOver(own);
  startEtcd({ ...machine, folder: own }, network, ['ip', 'netns', 'exec', machine.name]);
  const file = join(own, 'patroni.json');
  writeFileSync(file, JSON.stringify(patroniSettings(machine, { own, network, password })));
  handOver(file);
  start(['ip', 'netns', 'exec', machine.name, ...asPostgres(), 'patroni', file], own, 'patroni');
}

/** The third member, on no machine of the database: the two can tell which of them is cut off. */
export function startWitness({ folder, network }) {
  const own = join(folder, 'witness');
  mkdirSync(own, { recursive: true });
  handOver(own);
  return startEtcd({ name: 'witness', address: network.host, folder: own }, network, []);
}

function startEtcd({ name, address, folder }, network, prefix) {
  const url = (port, host = address) => `http://${host}:${port}`;
  const peers = membersOf(network).map((member) => `${member.name}=${url(PORTS.peer, member.address)}`);
  const options = {
    name,
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': url(PORTS.client),
    'advertise-client-urls': url(PORTS.client),
    'listen-peer-urls': url(PORTS.peer),
    'initial-advertise-peer-urls': url(PORTS.peer),
    'initial-cluster': peers.join(','),
    // A new leader of etcd grants every lease its whole time again, and this on top: it is etcd's default.
    'heartbeat-interval': '100',
    'election-timeout': '1000',
  };
  const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
  return start([...prefix, ...asPostgres(), 'etcd', ...args], folder, 'etcd');
}

const membersOf = ({ host, machines }) => [...machines, { name: 'witness', address: host }];

/** HAProxy leads to the machine whose Patroni says that it is the primary. */
export function startHaproxy({ folder, network, port }) {
  const servers = network.machines.map(
    ({ name, address }) => `  server ${name} ${address}:${PORTS.postgres} check port ${PORTS.patroni}`,
  );
  const file = join(folder, 'haproxy.cfg');
  const lines = [
    'global',
    '  maxconn 1000',
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen database',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return start(['haproxy', '-db', '-f', file], folder, 'haproxy');
}

function patroniSettings({ name, address }, { own, network, password }) {
  const replication = { username: 'replicator', password };
  return {
    scope: 'hub',
    name,
    restapi: { listen: `${address}:${PORTS.patroni}`, connect_address: `${address}:${PORTS.patroni}` },
    etcd3: { hosts: membersOf(network).map((member) => `${member.address}:${PORTS.client}`) },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 300, timezone: 'UTC' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${PORTS.postgres}`,
      connect_address: `${address}:${PORTS.postgres}`,
      data_dir: join(own, 'data'),
      bin_dir: '/usr/lib/postgresql/17/bin',
      pgpass: join(own, 'pgpass'),
      remove_data_directory_on_diverged_timelines: true,
      authentication: { superuser: { username: 'hub', password }, replication },
      parameters: { unix_socket_directories: own },
      pg_hba: [
        'local all all trust',
        `host all all ${network.range} scram-sha-256`,
        `host replication replicator ${network.range} scram-sha-256`,
      ],
    },
  };
}

/**
 * What each machine is, by its own Patroni: the primary only while it holds the lock, a synchronous standby only while it
 * follows. Their lists of all machines may be old on one that was cut off.
 *
 * @returns {Promise<{ primary?: Machine, standby?: Machine }>}
 */
export async function rolesOf({ machines }) {
  const first = async (path) => {
    const answers = await Promise.all(machines.map(({ address }) => agrees(address, path)));
    return machines.find((_machine, index) => answers[index]);
  };
  return { primary: await first('primary'), standby: await first('sync') };
}

async function agrees(address, path) {
  try {
    const signal = AbortSignal.timeout(1_500);
    return (await fetch(`http://${address}:${PORTS.patroni}/${path}`, { signal })).ok;
  } catch {
    // It is the one that fails.
    return false;
  }
}

function asPostgres() {
  const { uid, gid } = postgresUser();
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}

function handOver(path) {
  const { uid, gid } = postgresUser();
  chownSync(path, uid, gid);
}

function start([command, ...args], folder, name) {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder };
  return startDetached(command, args, { env, cwd: folder, logFile: join(folder, `${name}.log`) });
}
