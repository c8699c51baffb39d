import { MAIL_STATES, mailCauseLabel, type ShopMailRow } from '@hub/desk/mails';
import { State } from '../layout/state';
import { Time } from '../layout/time';

/** What was last reported to a shop by mail (D38), and whether anything is. */
export function LatestMails(props: {
  shop: string;
  mails: readonly ShopMailRow[];
  /** Whether a mail server and a door are set. */
  mailsShops: boolean;
  now: number;
}) {
  const { shop, mails, mailsShops, now } = props;
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      {!mailsShops && (
        <p class="notice">
          Shops get no mail about what waits for them: ALERT_SMTP_URL, ALERT_EMAIL_FROM or DOOR_URL is not
          set.
        </p>
      )}
      {mails.length > 0 && (
        <ul>
          {mails.map(({ cause, count, contact, madeAt, state }) => (
            <li>
              {mailCauseLabel(cause)} ({count}) to <code>{contact}</code> <Time at={madeAt} since={now} />{' '}
              <State {...MAIL_STATES[state]} />
            </li>
          ))}
        </ul>
      )}
      <p>
        {mails.length === 0 && 'No mails. '}
        <a href={`/shop-mails?shop=${shop}`}>All mails to the shop</a>
      </p>
    </section>
  );
}
