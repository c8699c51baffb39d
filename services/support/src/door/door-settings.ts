import { inTransaction, type Database } from '@hub/database';
import { BodyCipher, keyRingOf, openKeysIn, SecretUnreadableError } from '@hub/installation';
import type { LinkMail } from '@hub/desk/door';
import type { Clock, Logger } from '@hub/runtime';
import { findShop, type TestToken } from '@hub/shops';
import type { SupportConfig } from '../config';
import type { Door } from './door';
import type { ImageReader } from './images/image-reader';
import type { Rehearsals } from './rehearsals';

/** The mail server of alerts also sends links; without one the operator prints them. */
function doorMail(config: Pick<SupportConfig, 'ALERT_SMTP_URL' | 'ALERT_EMAIL_FROM'>): LinkMail | undefined {
  const { ALERT_SMTP_URL: url, ALERT_EMAIL_FROM: from } = config;
  return url === undefined || from === undefined ? undefined : { url, from };
}

/** The configured door. */
export function doorOf(given: {
  db: Database;
  logger: Logger;
  clock: Clock;
  config: SupportConfig;
  url: string;
  rehearsals: Rehearsals;
  images: ImageReader;
  testToken: TestToken;
}): Door {
  const { db, logger, clock, config, url, rehearsals, images, testToken } = given;
  return {
    db,
    logger,
    clock,
    url,
    mail: doorMail(config),
    baseUrl: config.BASE_URL,
    cipher: new BodyCipher(config),
    openKeys: (tx) => openKeysIn(tx, config),
    readImage: images.read,
    testToken,
    rehearse: (asked) => rehearsals.begin(asked),
    secretOf: async (slug) => {
      const shop = await inTransaction(db, (tx) => findShop(tx, slug, keyRingOf(config))).catch(
        unlessUnreadable,
      );
      return shop?.signingSecrets(clock.now())[0];
    },
  };
}

function unlessUnreadable(error: unknown): null {
  if (error instanceof SecretUnreadableError) return null;
  throw error;
}
