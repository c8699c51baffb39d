import type { Database } from '@hub/database';
import type { LinkMail } from '@hub/door';
import type { Clock, Logger } from '@hub/runtime';

/** What the shops' own door works with. */
export interface Door {
  db: Database;
  logger: Logger;
  clock: Clock;
  /** DOOR_URL: where browsers reach it. */
  url: string;
  /** The mail server that sign-in links go out by; without one the operator prints them. */
  mail?: LinkMail | undefined;
}
