import { startRabbitmq, stopRabbitmq, urlOf } from '../../../infra/services/rabbitmq.mjs';
import { findEpmd, findRabbitmqServer } from '../../../infra/services/find-binaries.mjs';

/**
 * A private RabbitMQ that does what its parent says: `start` (answered with its address, null where this machine has
 * no RabbitMQ of its own), `stop`. It ends with its parent.
 */
const [folder, vhost] = process.argv.slice(2);
let rabbitmq;
const save = (changed) => {
  rabbitmq = changed;
};

async function start() {
  if (!findRabbitmqServer() || !findEpmd()) return null;
  rabbitmq = await startRabbitmq({ known: rabbitmq, folder, vhosts: [vhost], save });
  return urlOf(rabbitmq, vhost);
}

async function stop() {
  await stopRabbitmq(rabbitmq);
  return null;
}

async function carryOut(order) {
  try {
    process.send({ url: order === 'start' ? await start() : await stop() });
  } catch (error) {
    process.send({ failure: error.message });
  }
}

process.on('message', (order) => void carryOut(order));
process.on('disconnect', () => void stop().finally(() => process.exit(0)));
