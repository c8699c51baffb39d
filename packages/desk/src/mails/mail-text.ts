import { findMailCause } from './mail-causes';

/** A mail to a shop: a count, ids and a link (D38). No personal data, nothing of another shop. */
export interface MailText {
  subject: string;
  text: string;
}

/**
 * The text of a mail.
 * @param doorUrl DOOR_URL
 */
export function mailText(
  mail: { shopName: string; cause: string; count: number; named: readonly string[] },
  doorUrl: string,
): MailText {
  const { shopName, cause, count, named } = mail;
  const known = findMailCause(cause);
  const what = known === null ? 'things wait for you' : count === 1 ? known.one : known.many;
  const more = count - named.length;
  return {
    subject: `${shopName}: ${count} ${what}`,
    text: [
      `${count} ${what}:`,
      '',
      ...named.map((id) => `- ${id}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
      '',
      ...(known === null ? [] : [known.doThis]),
      new URL(known?.door ?? '/', doorUrl).href,
      '',
      'You get at most one mail a day about this.',
    ].join('\n'),
  };
}
