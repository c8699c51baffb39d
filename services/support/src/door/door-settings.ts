import type { LinkMail } from '@hub/door';
import type { SupportConfig } from '../config';

const USUAL_PORT = 8091;

/** Where the door listens: as configured, else the port that its address names on this machine. Pure. */
export function doorPort({
  DOOR_URL: url,
  DOOR_PORT: port,
}: {
  DOOR_URL: string;
  DOOR_PORT?: number | undefined;
}): number {
  if (port !== undefined) return port;
  const { protocol, port: named } = new URL(url);
  return protocol === 'http:' && named !== '' ? Number(named) : USUAL_PORT;
}

/** The mail server of alerts sends links, too; without one the operator prints them. Pure. */
export function doorMail(
  config: Pick<SupportConfig, 'ALERT_SMTP_URL' | 'ALERT_EMAIL_FROM'>,
): LinkMail | undefined {
  const { ALERT_SMTP_URL: url, ALERT_EMAIL_FROM: from } = config;
  return url === undefined || from === undefined ? undefined : { url, from };
}
