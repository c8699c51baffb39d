import type { Database, Tx } from '@hub/database';
import type { BodyCipher, Keys, LackedKey } from '@hub/installation';
import type { LinkMail } from '@hub/door';
import type { Clock, Logger } from '@hub/runtime';
import type { ReadImage } from './images/image-reader';
import type { RehearsalAsked, RehearsalBegun } from './rehearsals';

/** What the shops' own door works with. */
export interface Door {
  db: Database;
  logger: Logger;
  clock: Clock;
  /** DOOR_URL: where browsers reach it. */
  url: string;
  /** The mail server that sign-in links go out by; without one the operator prints them. */
  mail?: LinkMail | undefined;
  /** BASE_URL: where shops send their events; without it none can be sent as a test. */
  baseUrl?: string | undefined;
  /** Opens bodies that the shop sent (D33). */
  cipher: BodyCipher;
  /** The keys, in the transaction that encrypts under them. */
  openKeys: (tx: Tx) => Promise<Keys | LackedKey>;
  /** Begins a rehearsal of a shop (D32); it goes on by itself. */
  rehearse: (asked: RehearsalAsked) => Promise<RehearsalBegun>;
  /** An image from where its shop keeps it; null where there is none to show. */
  readImage: ReadImage;
  /** The secret that a shop's events are signed with; undefined where it cannot be opened. */
  secretOf: (shop: string) => Promise<string | undefined>;
}
