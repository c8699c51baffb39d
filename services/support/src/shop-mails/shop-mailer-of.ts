import type { Database } from '@hub/database';
import type { Clock, Logger } from '@hub/runtime';
import type { SupportConfig } from '../config';
import { shopMailServer } from './mail-server';
import { ShopMailer } from './shop-mailer';

type MailSettings = Pick<SupportConfig, 'ALERT_SMTP_URL' | 'ALERT_EMAIL_FROM' | 'DOOR_URL'>;

/** Whether shops get mails: a mail server is set, and a door that the mails lead to. */
export function sendsShopMails({ ALERT_SMTP_URL, ALERT_EMAIL_FROM, DOOR_URL }: MailSettings): boolean {
  return ALERT_SMTP_URL !== undefined && ALERT_EMAIL_FROM !== undefined && DOOR_URL !== undefined;
}

/** The mailer of shops; none where no mail server or no door is set. */
export function shopMailerOf(given: {
  db: Database;
  logger: Logger;
  clock: Clock;
  config: MailSettings;
}): ShopMailer[] {
  const { config, ...rest } = given;
  const { ALERT_SMTP_URL: url, ALERT_EMAIL_FROM: from, DOOR_URL: doorUrl } = config;
  if (url === undefined || from === undefined || doorUrl === undefined) return [];
  return [new ShopMailer({ ...rest, server: shopMailServer({ url, from }), doorUrl })];
}
