import { findPostgresFolder } from '../../infra/services/find-binaries.mjs';
import { createDatabase, startPostgres, stopPostgres, urlOf } from '../../infra/services/postgres.mjs';

/**
 * A private PostgreSQL that does what its parent says: `start` (answered with the address of its database, null where this
 * machine has no PostgreSQL of its own) and `stop`. It ends with its parent.
 */
const [folder, database] = process.argv.slice(2);
let postgres;
const save = (changed) => {
  postgres = changed;
};

async function start() {
  if (!findPostgresFolder()) return null;
  postgres = await startPostgres({ known: postgres, folder, durable: false, save });
  await createDatabase(postgres, database);
  return urlOf(postgres, database);
}

async function stop() {
  await stopPostgres(postgres);
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
