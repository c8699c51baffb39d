import type { Database } from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';

/** What the pages work with. */
export interface Desk {
  db: Database;
  logger: Logger;
  clock: Clock;
  /** Whether this service has its connection to RabbitMQ. */
  brokerThere: () => boolean | Promise<boolean>;
}
