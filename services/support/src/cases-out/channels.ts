import type { SupportConfig } from '../config';
import type { Channel } from './channel';
import { email } from './email';
import { webhook } from './webhook';

/** The configured channels for notifications of cases; without any, cases stay in the desk. */
export function channelsOf(config: SupportConfig): Channel[] {
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL: url, ALERT_EMAIL_FROM: from, ALERT_EMAIL_TO: to } = config;
  const channels: Channel[] = [];
  if (ALERT_WEBHOOK_URL !== undefined) channels.push(webhook(ALERT_WEBHOOK_URL));
  if (url !== undefined && from !== undefined && to !== undefined) channels.push(email({ url, from, to }));
  return channels;
}
