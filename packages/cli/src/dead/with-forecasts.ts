import { Broker, ForecastRequester, type Forecasts } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import { readForecastConfig } from '../config';

const CONNECTED_WITHIN_MS = 3_000;

const NO_BROKER: Forecasts = { ask: async () => null };

/** Runs a command's work with a way to ask workers; without a broker none answers, and the command goes on. */
export async function withForecasts<T>(work: (forecasts: Forecasts) => Promise<T>): Promise<T> {
  const config = readForecastConfig();
  if (config === null) return work(NO_BROKER);
  const logger = createLogger({ service: 'hub', level: 'error', stream: process.stderr });
  const broker = new Broker({ config, name: 'hub', queues: [], logger });
  const forecasts = new ForecastRequester(broker);
  await broker.start();
  try {
    await broker.untilReady(AbortSignal.timeout(CONNECTED_WITHIN_MS)).catch(() => undefined);
    return await work(forecasts);
  } finally {
    await broker.stop();
  }
}
