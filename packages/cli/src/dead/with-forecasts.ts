import { setTimeout as wait } from 'node:timers/promises';
import { Broker, ForecastRequester, type Forecasts } from '@hub/messaging';
import { brokerVariables, createLogger, readConfig } from '@hub/runtime';
import { z } from 'zod';

const CONNECTED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 20;

const NO_BROKER: Forecasts = { ask: async () => null };

/** Runs a command's work with a way to ask workers; without a broker none answers, and the command goes on. */
export async function withForecasts<T>(work: (forecasts: Forecasts) => Promise<T>): Promise<T> {
  if (process.env['AMQP_URL'] === undefined) return work(NO_BROKER);
  const logger = createLogger({ service: 'hub', level: 'error', stream: process.stderr });
  const config = readConfig(z.object(brokerVariables), process.env);
  const broker = new Broker({ config, name: 'hub', queues: [], logger });
  const forecasts = new ForecastRequester(broker);
  await broker.start();
  try {
    const until = performance.now() + CONNECTED_WITHIN_MS;
    while (!broker.ready() && performance.now() < until) await wait(LOOK_EVERY_MS);
    return await work(forecasts);
  } finally {
    await broker.stop();
  }
}
