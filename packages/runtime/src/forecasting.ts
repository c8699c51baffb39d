import { AsyncLocalStorage } from 'node:async_hooks';

const forecasting = new AsyncLocalStorage<true>();

/** Runs work to find its outcome: nothing of it may leave the process, no call to a store, no answer to one. */
export function forecast<T>(work: () => Promise<T>): Promise<T> {
  return forecasting.run(true, work);
}

/** Whether the caller runs inside a forecast. */
export function isForecast(): boolean {
  return forecasting.getStore() === true;
}

/** Thrown, in a forecast, at the point where something would leave the process: the forecast ends there. */
export class WouldCallStore extends Error {
  /** @param call such as `POST /orders` */
  constructor(
    readonly call: string,
    readonly shop: string,
  ) {
    super('a forecast calls no store');
  }
}
