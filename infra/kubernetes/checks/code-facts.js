const { readdirSync } = require('node:fs');
const path = require('node:path');

const SERVICES = readdirSync(path.join(__dirname, '..', '..', '..', 'services'));

/**
 * What the code says of itself, to be compared with manifests: the variables each program reads and what it says of
 * given ones, its stop limit, and every queue.
 *
 * @param {(folder: string, module: string) => Record<string, any>} load a module of a package of the workspace
 */
exports.readCode = (load) => {
  const programs = new Map(
    SERVICES.map((name) => {
      const [read] = Object.values(load(`services/${name}`, 'config'));
      return [name, programOf(() => read())];
    }),
  );
  const { readBrokerConfig } = load('packages/cli', 'config');
  programs.set(
    'cli',
    programOf(() => readBrokerConfig().config),
  );
  const { givenDatabase } = load('prisma', 'given-database');
  programs.set(
    'database',
    programOf(() => givenDatabase(process.env), { DATABASE_URL: 'postgres://…' }),
  );
  const { stopLimitMs } = load('packages/runtime', 'stop-limit');
  const queues = load('packages/messaging', 'message-map')
    .allQueues()
    .map(({ name }) => name);
  return { services: SERVICES, programs, queues, stopLimitMs };
};

/** A program by its reader of configuration: it knows every variable that this reads until it returns. */
function programOf(read, least = {}) {
  const variables = new Set();
  const watched = new Proxy(least, { get: (given, name) => (variables.add(String(name)), given[name]) });
  reading(read, watched);
  return { variables, read: (env) => reading(read, env) };
}

/** @returns {{ config?: Record<string, any>, faults: readonly string[] }} */
function reading(read, env) {
  const own = process.env;
  process.env = env;
  try {
    return { config: read(), faults: [] };
  } catch (error) {
    return { faults: error.faults ?? [error.message] };
  } finally {
    process.env = own;
  }
}
