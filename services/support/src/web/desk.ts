import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import type { Clock, Logger } from '@hub/runtime';
import type { TestToken } from '@hub/shops';

/** The dependencies of the pages. */
export interface Desk {
  db: Database;
  /** Decrypts stored bodies (D33). */
  cipher: BodyCipher;
  logger: Logger;
  clock: Clock;
  /** Asks workers what a replay would do. */
  forecasts: Forecasts;
  /** Whether this service is connected to RabbitMQ. */
  brokerThere: () => boolean | Promise<boolean>;
  /** Whether what waits for shops is reported to them by mail (D38): a mail server and a door are set. */
  mailsShops: boolean;
  /** Where the documentation is served; unset: nowhere. */
  docsUrl?: string | undefined;
  /** Calls a store with the bearer token that it gets first. */
  testToken: TestToken;
}
