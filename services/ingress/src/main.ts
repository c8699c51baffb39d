import { endLeanStart } from '@hub/runtime/lean-start';
import { configOrExit, createLogger, runService, stopLimitMs } from '@hub/runtime';
import { readIngressConfig } from './config';
import { startIngress } from './start-ingress';

const config = configOrExit(readIngressConfig);
const logger = createLogger({ service: 'ingress', level: config.LOG_LEVEL });
void runService({
  name: 'ingress',
  logger,
  healthPort: config.HEALTH_PORT,
  stopWithinMs: stopLimitMs(config),
  start: (parts) => startIngress({ config, logger }, parts),
}).then(endLeanStart);
