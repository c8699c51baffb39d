import { Broker, ForecastRequester, type Forecasts } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import { readForecastConfig } from '../config';

const CONNECTED_WITHIN_MS = 3_000;

interface Connection {
  broker: Broker;
  requester: ForecastRequester;
}

/** Queries to workers that connect on first use; without a broker none answers, and the command continues. */
export class LazyForecasts implements Forecasts {
  private connected: Promise<Connection | null> | undefined;

  async ask(request: Parameters<Forecasts['ask']>[0]): ReturnType<Forecasts['ask']> {
    this.connected ??= connect();
    return (await this.connected)?.requester.ask(request) ?? null;
  }

  async stop(): Promise<void> {
    await (await this.connected)?.broker.stop();
  }
}

async function connect(): Promise<Connection | null> {
  const config = readForecastConfig();
  if (config === null) return null;
  const logger = createLogger({ service: 'hub', level: 'error', stream: process.stderr });
  const broker = new Broker({ config, name: 'hub', queues: [], logger });
  const requester = new ForecastRequester(broker);
  await broker.start();
  await broker.untilReady(AbortSignal.timeout(CONNECTED_WITHIN_MS)).catch(() => undefined);
  return { broker, requester };
}
