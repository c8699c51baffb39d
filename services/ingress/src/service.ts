import { createLogger, stopLimitMs, type Service } from '@hub/runtime';
import { readIngressConfig } from './config';
import { startIngress } from './start-ingress';

/** The ingress, to be run by its own process or beside other services in one. */
export const service: Service = (env) => {
  const config = readIngressConfig(env);
  const logger = createLogger({ service: 'ingress', level: config.LOG_LEVEL });
  return {
    name: 'ingress',
    logger,
    healthPort: config.HEALTH_PORT,
    stopWithinMs: stopLimitMs(config),
    start: (components) => startIngress({ config, logger }, components),
  };
};
