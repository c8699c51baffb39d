import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findEpmd,
  findRabbitmqDiagnostics,
  findRabbitmqQueues,
  findRabbitmqServer,
} from '../../infra/services/find-binaries.mjs';
import { endProcess } from '../../infra/services/processes.mjs';
import {
  adminUrlOf,
  controlRabbitmq,
  membershipOf,
  startRabbitmq,
  stopRabbitmq,
  urlOf,
} from '../../infra/services/rabbitmq.mjs';

/**
 * A private RabbitMQ that does what its parent says: `start` (answered with its address, null where this machine has
 * no RabbitMQ of its own), `stop`, `keep` (what it has on disk is kept beside it) and `lose` (it
 * ends at once, and has what was kept, or nothing), `kill` (it ends at once), `freeze` and `thaw` its process, `control` (rabbitmqctl), `diagnose`
 * (rabbitmq-diagnostics), `queues` (rabbitmq-queues), `membership` (what a node needs to join it). It ends with its parent.
 */
const [folder, vhost, certificates, joining] = process.argv.slice(2);
const [tls, member] = [certificates, joining].map((text) => (text ? JSON.parse(text) : undefined));
const data = join(folder, 'data');
const kept = join(folder, 'kept');
let rabbitmq;
const save = (changed) => {
  rabbitmq = changed;
};

const orders = {
  async start() {
    if (!findRabbitmqServer() || !findEpmd()) return { url: null };
    const wanted = { known: rabbitmq, folder, vhosts: [vhost], save, tls, management: true, member };
    rabbitmq = await startRabbitmq(wanted);
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
  membership: async () => membershipOf(rabbitmq),
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
    // It runs no more.
  }
  void stopRabbitmq(rabbitmq).finally(() => process.exit(0));
});
