import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoreOperation } from '@hub/contract';
import { createStoreKit } from './create-store-kit';
import { writeAnswer } from './http/router';
import { loggingHooks } from './logging-hooks';
import { refuse } from './refuse';
import type { KitStorage } from './storage';
import { OneAtATime } from './storage/one-at-a-time';
import type { KitEvents, StoreKit, StoreKitOptions } from './store-kit';

const SOON_SECONDS = 5;

/** How a kit begins once its platform is up. */
export interface LateKitOptions<Tx> extends Omit<StoreKitOptions<Tx>, 'hooks'> {
  storage: KitStorage<Tx> & { createTables(): Promise<void> };
  /** Receives what the shop's staff should know, and which number on the sheet each location has. */
  logger: { info(line: string): void; error(line: string): void };
  /** Whether this process sends and sweeps; true, where not given. If not, another of the shop's processes sends what it reports. */
  sends?: boolean | undefined;
}

/** A kit whose routes a platform wants to know before it is up itself: until `open`, calls are answered that they come too early. */
export class LateKit<Tx> {
  #kit: StoreKit<Tx> | null = null;

  /** Those of the one connection that TypeORM has to SQLite, for `typeOrmStorage` and for requests to the platform. */
  readonly turns = new OneAtATime();

  /** The six endpoints, as `StoreKit` has them. */
  readonly router = (
    request: IncomingMessage,
    response: ServerResponse,
    next?: (error?: unknown) => void,
  ): void => {
    if (this.#kit) return this.#kit.router(request, response, next);
    return writeAnswer(response, refuse.temporaryFailure(SOON_SECONDS).answer);
  };

  isServing(operation: StoreOperation): boolean {
    return this.#kit?.isServing(operation) === true;
  }

  /** To be called once it is open. */
  get events(): KitEvents<Tx> {
    if (!this.#kit) throw new Error('the kit is not open');
    return this.#kit.events;
  }

  /** Creates the kit's tables where they are not there yet, and begins. */
  async open({ logger, sends = true, ...options }: LateKitOptions<Tx>): Promise<void> {
    const kit = createStoreKit<Tx>({
      ...options,
      hooks: loggingHooks((line) => logger.error(`hub: ${line}`)),
    });
    await options.storage.createTables();
    for (const id of [options.networkLocationId, ...(await options.adapter.locations())])
      logger.info(`hub: ${id} is location ${await kit.locationNumber(id)} of the sheet`);
    this.#kit = kit;
    if (sends) kit.start();
  }

  async stop(): Promise<void> {
    await this.#kit?.stop();
  }
}
