import { randomBytes } from 'node:crypto';
import { inProject } from '../project.mjs';
import { runEntry } from '../run-entry.mjs';
import { runInForeground } from '../run-command.mjs';
import { findPgbouncer } from '../services/find-binaries.mjs';
import { provideServices } from '../services/provide-services.mjs';
import { benchSet } from '../services/service-sets.mjs';
import { removeSet } from '../services/supervisor.mjs';

/**
 * `npm run platform -- infra/platforms/bench-main.mjs <name> [<argument>…]`: a benchmark of bench/src on private servers, which
 * it removes at its end.
 */
await runEntry(async () => {
  const [name, ...args] = process.argv.slice(2);
  const set = benchSet();
  try {
    const services = await provideServices(set, { docker: false });
    const env = {
      ...process.env,
      HUB_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      RELAY_EMAIL_DOMAIN: 'relay.hub.test',
      HUB_ENVIRONMENT: 'development',
      DATABASE_URL: services.databaseUrl,
      AMQP_URL: services.amqpUrls['/hub'],
      HUB_TEST_PGBOUNCER: findPgbouncer() ?? '',
    };
    try {
      const program = inProject('bench', 'dist', name, 'main.js');
      return await runInForeground([program, ...args], { env, onStart: services.registerChild });
    } finally {
      await services.release();
    }
  } finally {
    removeSet(set);
  }
});
