import { startWorker } from '@hub/messaging';
import { configOrExit, createLogger, listen, runService } from '@hub/runtime';
import { createApp } from './app';
import { readSupportConfig } from './config';
import { subscriptions } from './subscriptions';

const config = configOrExit(readSupportConfig);
const logger = createLogger({ service: 'support', level: config.LOG_LEVEL });

void runService({
  name: 'support',
  logger,
  healthPort: config.HEALTH_PORT,
  start: async (parts) => {
    await startWorker({ name: 'support', config, logger, subscriptions }, parts);
    parts.push(await listen(createApp(parts), config.SUPPORT_PORT));
  },
});
