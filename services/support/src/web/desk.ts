import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import type { Clock, Logger } from '@hub/runtime';

/** What the pages work with. */
export interface Desk {
  db: Database;
  /** Opens bodies that are kept (D33). */
  cipher: BodyCipher;
  logger: Logger;
  clock: Clock;
  /** Asks workers what a replay would do. */
  forecasts: Forecasts;
  /** Whether this service has its connection to RabbitMQ. */
  brokerThere: () => boolean | Promise<boolean>;
}
