export { Batcher } from './batcher';
export { clientAddress, isTrusted } from './clients/client-address';
export { listenToClients } from './clients/listen-to-clients';
export { RequestsPerAddress } from './clients/requests-per-address';
export { connectionVariables } from './clients/connection-variables';
export { configReader } from './config-reader';
export { systemClock, type Clock } from './clock';
export type { Environment } from './environment-faults';
export { GatheredBytes } from './gathered-bytes';
export { freePort, isFree, requireFreePorts } from './free-port';
export { healthRouter } from './health';
export { createLogger, type LogLevel, type Logger } from './logger';
export { counter, gauge, histogram, metrics } from './metrics';
export type { Component } from './component';
export { Progress } from './progress';
export { ConfigError, readConfig } from './read-config';
export { redactFields } from './redact';
export { runService, type Service } from './run-service';
export { runTogether } from './run-together';
export { stopLimitMs } from './stop-limit';
export { variable } from './variable-facts';
export { brokerVariables, databaseVariables, keyVariables, sharedConfig } from './shared-config';
export { forecast, isForecast, WouldCallStore } from './forecasting';
export { type Attributes, type SpanFacts } from './tracing/span-facts';
export { isTraced, newSpanId, recordSpan, setSpanSink } from './tracing/spans';
export {
  readTraceparent,
  rootOf,
  spanIdOf,
  traceIdOf,
  traceparentOf,
  type SpanPlace,
} from './tracing/trace-ids';
