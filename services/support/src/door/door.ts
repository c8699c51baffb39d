import type { Database, Tx } from '@hub/database';
import type { BodyCipher, Keys, LackedKey } from '@hub/installation';
import type { LinkMail } from '@hub/desk/door';
import type { Clock, Logger } from '@hub/runtime';
import type { TestToken } from '@hub/shops';
import type { ReadImage } from './images/image-reader';
import type { RehearsalAsked, RehearsalBegun } from './rehearsals';

/** The dependencies of the shops' own door. */
export interface Door {
  db: Database;
  logger: Logger;
  clock: Clock;
  /** DOOR_URL: where browsers reach it. */
  url: string;
  /** The mail server for sign-in links; without one the operator prints them. */
  mail?: LinkMail | undefined;
  /** BASE_URL: where shops send their events; without it no test event can be sent. */
  baseUrl: string | undefined;
  /** Decrypts bodies that the shop sent (D33). */
  cipher: BodyCipher;
  /** The keys, in the transaction that encrypts with them. */
  openKeys: (tx: Tx) => Promise<Keys | LackedKey>;
  /** Begins a rehearsal of a shop (D32), which continues in the background. */
  rehearse: (asked: RehearsalAsked) => Promise<RehearsalBegun>;
  /** Calls a shop's store to see whether it accepts the bearer token; outside transactions. */
  testToken: TestToken;
  /** An image from its shop's server; null if none can be shown. */
  readImage: ReadImage;
  /** The secret that signs a shop's events; undefined if it cannot be decrypted. */
  secretOf: (shop: string) => Promise<string | undefined>;
}
