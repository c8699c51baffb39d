import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeNetwork,
  planNetwork,
  removeNetwork,
  rolesOf,
  setCable,
  signalMachine,
  startHaproxy,
  startMachine,
  startWitness,
} from '../../infra/services/database-machines.mjs';
import { copyLogs } from '../../infra/services/copy-logs.mjs';
import { becomesTrue, freePorts } from '../../infra/services/free-port.mjs';
import { memoryFolder } from '../../infra/services/memory-folder.mjs';
import { createDatabase, urlOf } from '../../infra/services/postgres.mjs';
import { endProcess } from '../../infra/services/processes.mjs';

/**
 * Two machines with a database, which obey their parent like one database (`e2e/chaos/private-database-main.mjs`): `start` is answered with the
 * address that leads to the primary. Then, with the name of the machine: `kill` (the primary's loses its power), `freeze`, `cut`. `start` again ends
 * what was done to it. `safe` resolves once a standby has every commit; `primary` is answered with the
 * name of the machine that has the primary. If a folder for `logs` is given, they are copied there at the end.
 */
const [database, given = '{}'] = process.argv.slice(2);
const { logs } = JSON.parse(given);
const SAFE_WITHIN_MS = 240_000;
const ENDS = [
  { signal: 'SIGTERM', waitMs: 3_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

const network = planNetwork(process.pid % 250);
const password = randomBytes(16).toString('hex');
const folder = await mkdtemp(join(memoryFolder() ?? tmpdir(), 'hub-machines-'));
chmodSync(folder, 0o755);
const servers = [];
let port;
/** The machine that fails, and what makes it well. */
let failing;

async function start() {
  if (port === undefined) await startEverything();
  else await failing?.repair();
  failing = undefined;
  return urlOf({ password, port }, database);
}

async function startEverything() {
  [port] = await freePorts(1);
  makeNetwork(network);
  servers.push(startWitness({ folder, network }));
  // All at once: until every member has been there, etcd offers an older protocol, which Patroni refuses.
  for (const machine of network.machines) startMachine(machine, { folder, network, password });
  servers.push(startHaproxy({ folder, network, port }));
  await safe();
  await untilTrue('the address leads to it', () =>
    createDatabase({ password, port }, database).then(
      () => true,
      () => false,
    ),
  );
}

async function untilTrue(what, condition) {
  if (!(await becomesTrue(condition, { timeoutMs: SAFE_WITHIN_MS, everyMs: 250 })))
    throw new Error(`not so within ${SAFE_WITHIN_MS / 1_000} s: ${what}`);
}

async function safe() {
  await untilTrue('a standby has every commit', async () => {
    const { primary, standby } = await rolesOf(network);
    return primary !== undefined && standby !== undefined;
  });
  return null;
}

async function fail(how) {
  const { primary: machine } = await rolesOf(network);
  if (!machine) throw new Error('no machine has the primary');
  const { name } = machine;
  const faults = {
    kill: {
      strike: () => signalMachine(name, 'SIGKILL'),
      repair: () => startMachine(machine, { folder, network, password }),
    },
    freeze: { strike: () => signalMachine(name, 'SIGSTOP'), repair: () => signalMachine(name, 'SIGCONT') },
    cut: { strike: () => setCable(name, 'down'), repair: () => setCable(name, 'up') },
  };
  failing = faults[how];
  failing.strike();
  return name;
}

const ORDERS = {
  start,
  safe,
  primary: async () => (await rolesOf(network)).primary?.name ?? null,
  stop: end,
  kill: () => fail('kill'),
  freeze: () => fail('freeze'),
  cut: () => fail('cut'),
};

async function carryOut(order) {
  try {
    process.send({ url: await ORDERS[order](), folders: [folder] });
  } catch (error) {
    process.send({ failure: error.message });
  }
}

async function end() {
  removeNetwork(network);
  for (const server of servers.splice(0)) await endProcess(server, ENDS);
  return null;
}

process.on('message', (order) => void carryOut(order));
process.on('disconnect', () => {
  void end()
    .then(() => logs && copyLogs(folder, logs))
    .catch((error) => process.stderr.write(`the logs of the machines are not kept: ${error.message}\n`))
    .then(() => rm(folder, { recursive: true, force: true }))
    .finally(() => process.exit(0));
});
// A signal to the group reaches parent and child alike: the parent's end is the child's.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
