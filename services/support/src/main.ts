import { createDatabase } from '@hub/database';
import { configOrExit, createLogger, listen, runService } from '@hub/runtime';
import { createApp } from './app';
import { readSupportConfig } from './config';

const config = configOrExit(readSupportConfig);
const logger = createLogger({ service: 'support', level: config.LOG_LEVEL });

void runService({
  name: 'support',
  logger,
  healthPort: config.HEALTH_PORT,
  start: async (parts) => {
    const db = createDatabase(config.DATABASE_URL, { poolSize: 4 });
    parts.push({
      name: 'database',
      ready: () => db.$queryRaw`SELECT 1`.then(() => true),
      stop: () => db.$disconnect(),
    });
    parts.push(await listen(createApp(parts), config.SUPPORT_PORT));
  },
});
