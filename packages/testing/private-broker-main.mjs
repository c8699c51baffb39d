import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyLogs } from '../../infra/services/copy-logs.mjs';
import {
  findEpmd,
  findRabbitmqDiagnostics,
  findRabbitmqQueues,
  findRabbitmqServer,
} from '../../infra/services/find-binaries.mjs';
import { endProcess, isAlive } from '../../infra/services/processes.mjs';
import {
  adminUrlOf,
  controlRabbitmq,
  membershipOf,
  startRabbitmq,
  stopRabbitmq,
  urlOf,
} from '../../infra/services/rabbitmq.mjs';
import { fillDisk, freeDisk, mountDisk, unmountDisk } from '../../infra/services/small-disk.mjs';

/**
 * A private RabbitMQ controlled by its parent. It ends with its parent.
 *
 * - `start` is answered with its address, null if this machine has no RabbitMQ of its own; `stop`.
 * - `keep` copies its disk. `lose`: it ends at once, and has the copy, or nothing. `kill`: it ends at once.
 * - `freeze` and `thaw` its process. `runs`: whether its process runs.
 * - `control` (rabbitmqctl), `diagnose` (rabbitmq-diagnostics), `queues` (rabbitmq-queues).
 * - `membership`: what a node needs to join it.
 * - If a folder for `logs` is given, they are copied there at the end.
 * - If a size in megabytes is given, its disk is limited to it, which needs root: `fill` uses the rest, `free` releases it.
 */
const [folder, vhost, given = '{}'] = process.argv.slice(2);
const { tls, member, diskMb, logs } = JSON.parse(given);
const data = join(folder, 'data');
const kept = join(folder, 'kept');
let rabbitmq;
let mounted = false;
const save = (changed) => {
  rabbitmq = changed;
};

const orders = {
  async start() {
    if (!findRabbitmqServer() || !findEpmd()) return { url: null };
    if (diskMb !== undefined && !mounted) await mountDisk(folder, diskMb);
    mounted = diskMb !== undefined;
    // One that was killed alone restarts under its port mapper, where the other nodes look for it.
    const epmd = isAlive(rabbitmq?.epmd) ? rabbitmq.epmd : undefined;
    const other = epmd
      ? {
          member: { ...membershipOf(rabbitmq), node: rabbitmq.node },
          save: (changed) => save({ ...changed, epmd }),
        }
      : { member, known: rabbitmq, save };
    const started = await startRabbitmq({
      folder,
      vhosts: [vhost],
      tls,
      management: true,
      grows: true,
      ...other,
    });
    rabbitmq = { ...started, epmd: epmd ?? started.epmd };
    return { url: urlOf(rabbitmq, vhost), tlsPort: rabbitmq.ports.tlsPort, adminUrl: adminUrlOf(rabbitmq) };
  },
  async stop() {
    thaw();
    await stopRabbitmq(rabbitmq);
    return {};
  },
  async keep() {
    await rm(kept, { recursive: true, force: true });
    await cp(data, kept, { recursive: true });
    return {};
  },
  async lose() {
    await endProcess(rabbitmq.process, [{ signal: 'SIGKILL', waitMs: 5_000 }]);
    await stopRabbitmq(rabbitmq);
    await rm(data, { recursive: true, force: true });
    if (existsSync(kept)) await rename(kept, data);
    return {};
  },
  async kill() {
    await endProcess(rabbitmq.process, [{ signal: 'SIGKILL', waitMs: 5_000 }]);
    return {};
  },
  async fill() {
    await fillDisk(folder);
    return {};
  },
  async free() {
    await freeDisk(folder);
    return {};
  },
  membership: async () => membershipOf(rabbitmq),
  runs: async () => ({ runs: isAlive(rabbitmq?.process) }),
  freeze() {
    process.kill(rabbitmq.process.pid, 'SIGSTOP');
    return {};
  },
  thaw() {
    thaw();
    return {};
  },
  control: async (args) => ({ printed: await controlRabbitmq(rabbitmq, args) }),
  diagnose: async (args) => ({ printed: await controlRabbitmq(rabbitmq, args, findRabbitmqDiagnostics()) }),
  queues: async (args) => ({ printed: await controlRabbitmq(rabbitmq, args, findRabbitmqQueues()) }),
};

function thaw() {
  if (rabbitmq?.process) process.kill(rabbitmq.process.pid, 'SIGCONT');
}

async function carryOut({ order, args = [] }) {
  try {
    process.send(await orders[order](args));
  } catch (error) {
    process.send({ failure: error.message });
  }
}

process.on('message', (message) => void carryOut(message));
process.on('disconnect', () => {
  try {
    thaw();
  } catch {
    // It no longer runs.
  }
  void stopRabbitmq(rabbitmq)
    .then(() => logs && copyLogs(folder, join(logs, rabbitmq?.node ?? 'rabbitmq')))
    .catch((error) => process.stderr.write(`the broker's logs are not kept: ${error.message}\n`))
    .then(() => mounted && unmountDisk(folder))
    .finally(() => process.exit(0));
});
