export { systemClock, type Clock } from './clock';
export { healthRouter } from './health';
export { createLogger, type LogFields, type LogLevel, type Logger } from './logger';
export { counter, histogram, metrics } from './metrics';
export type { Part } from './part';
export { ConfigError, readConfig } from './read-config';
export { redactFields } from './redact';
export { runService } from './run-service';
export { sharedConfig } from './shared-config';
