import { endLeanStart } from '@hub/runtime/lean-start';
import { configOrExit, createLogger, runService } from '@hub/runtime';
import { readIngressConfig } from './config';
import { startIngress } from './start-ingress';

/** Beyond the drain: a cancellation waits 30 s for its verdict (D5). */
const FINISH_WITHIN_MS = 35_000;

const config = configOrExit(readIngressConfig);
const logger = createLogger({ service: 'ingress', level: config.LOG_LEVEL });
void runService({
  name: 'ingress',
  logger,
  healthPort: config.HEALTH_PORT,
  stopWithinMs: config.DRAIN_MS + FINISH_WITHIN_MS,
  start: (parts) => startIngress({ config, logger }, parts),
}).then(endLeanStart);
